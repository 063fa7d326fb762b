// HTTP: what is refused, who is admitted, and how requests come.

#include <chrono>
#include <string>
#include <thread>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/protocols/http/served.hpp"

using namespace isthmus;
using Json = nlohmann::json;

TEST_CASE("HEAD is answered as GET, without the body") {
  const Served served;
  HttpClient client(served.port());
  for (const std::string path : {"/ping", "/status", "/", "/nowhere", "/analysis"}) {
    CAPTURE(path);
    client.get(path);
    const auto got = client.read();
    REQUIRE(got);
    client.send("HEAD " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const auto head = client.read(false);
    REQUIRE(head);
    CHECK(head->status == got->status);
    CHECK(head->fields.at("content-type") == got->fields.at("content-type"));
    if (path != "/status") {
      CHECK(head->fields.at("content-length") == got->fields.at("content-length"));
    }
  }
  CHECK(served.post("/ping", "{}").fields.at("allow") == "GET, HEAD");
}

TEST_CASE("what is not offered is refused, each in its way") {
  const Served served;
  CHECK(served.get("/nothing").status == 404);
  CHECK(served.get("/analysis/").status == 404);
  CHECK(served.get("/status?verbose").status == 200);
  const HttpResponse method = served.get("/analysis");
  CHECK(method.status == 405);
  CHECK(method.fields.at("allow") == "POST");
  CHECK(served.post("/status", "{}").status == 405);
  const HttpResponse stream = served.get("/analysis/stream");
  CHECK(stream.status == 426);
  CHECK(stream.fields.at("upgrade") == "websocket");
  HttpClient form(served.port());
  form.send(
      "POST /analysis HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n"
      "Content-Type: application/x-www-form-urlencoded\r\n\r\n{}");
  CHECK(form.read()->status == 415);
  CHECK(form.is_closed());
}

TEST_CASE("web pages of other sites and other names of the server are refused") {
  ServeOptions options;
  options.allowed_hosts = {"engine.example"};
  options.allowed_origins = {"https://board.example"};
  const Served served(options);
  const auto status = [&](const std::string& fields) {
    HttpClient client(served.port());
    client.send("GET /status HTTP/1.1\r\n" + fields + "\r\n");
    return client.read()->status;
  };
  CHECK(status("") == 400);
  CHECK(status("Host: evil.example\r\n") == 421);
  CHECK(status("Host: localhost\r\nHost: localhost\r\n") == 400);
  CHECK(status("Host: localhost.evil.example:80\r\n") == 421);
  for (const std::string host : {"localhost:80@evil.example",
                                 "localhost@evil.example",
                                 "user@localhost",
                                 "[::1]evil.example",
                                 "[::1]@evil.example:80",
                                 "[::1",
                                 "[",
                                 "[]",
                                 "[localhost]",
                                 "[127.0.0.1]",
                                 "[::1%lo]",
                                 "::1",
                                 "localhost:80:80",
                                 "localhost:+80",
                                 "localhost:0x50",
                                 "localhost:123456",
                                 ":80",
                                 "localhost/",
                                 "localhost evil.example",
                                 "localhost,evil.example",
                                 "127.0.0.1#",
                                 "0x7f.1"}) {
    CAPTURE(host);
    CHECK(status("Host: " + host + "\r\n") == 421);
    // Nor does it help to be of one origin with that.
    CHECK(status("Host: " + host + "\r\nOrigin: http://" + host + "\r\n") == 421);
  }
  CHECK(status("Host: localhost:\r\n") == 200);
  CHECK(status("Host: LOCALHOST:8080\r\n") == 200);
  CHECK(status("Host: 127.0.0.1\r\n") == 200);
  CHECK(status("Host: [::1]:8080\r\n") == 200);
  CHECK(status("Host: engine.example:8080\r\n") == 200);
  CHECK(status("Host: localhost:1\r\nOrigin: http://localhost:1\r\n") == 200);
  CHECK(status("Host: localhost:1\r\nOrigin: http://localhost:2\r\n") == 403);
  CHECK(status("Host: localhost:1\r\nOrigin: null\r\n") == 403);
  CHECK(status("Host: localhost\r\nOrigin: http://localhost@evil.example\r\n") == 403);
  CHECK(status("Host: localhost\r\nOrigin: http://localhost.evil.example\r\n") == 403);
  CHECK(status("Host: localhost\r\nOrigin: localhost\r\n") == 403);
  const HttpResponse allowed = served.get("/status", "Origin: https://board.example\r\n");
  CHECK(allowed.status == 200);
  CHECK(allowed.fields.at("access-control-allow-origin") == "https://board.example");
  HttpClient preflight(served.port());
  preflight.send(
      "OPTIONS /analysis HTTP/1.1\r\nHost: localhost\r\nOrigin: https://board.example\r\n"
      "Access-Control-Request-Method: POST\r\n\r\n");
  const auto answer = preflight.read();
  CHECK(answer->status == 204);
  CHECK(answer->fields.at("access-control-allow-methods") == "POST");
  CHECK(answer->fields.at("access-control-allow-origin") == "https://board.example");
  CHECK(served.get("/status").fields.count("access-control-allow-origin") == 0);
}

TEST_CASE("who has no token is refused") {
  ServeOptions options;
  options.token = "open-sesame";
  const Served served(options);
  const HttpResponse none = served.get("/status");
  CHECK(none.status == 401);
  CHECK(none.fields.at("www-authenticate") == "Bearer");
  CHECK(served.get("/metrics").status == 401);
  CHECK(served.get("/nowhere").status == 401);
  CHECK(served.post("/analysis", "{}").status == 401);
  for (const char* wrong : {"Bearer open-sesam", "Bearer open-sesame2", "Bearer ", "open-sesame",
                            "Basic open-sesame", "Bearer open-sesameopen-sesame"}) {
    CAPTURE(wrong);
    CHECK(served.get("/status", "Authorization: " + std::string(wrong) + "\r\n").status == 401);
  }
  for (std::size_t i = 0; i < options.token.size(); ++i) {
    CAPTURE(i);
    std::string wrong = options.token;
    wrong[i] = '#';
    CHECK(served.get("/status", "Authorization: Bearer " + wrong + "\r\n").status == 401);
  }
  CHECK(served.get("/status", "Authorization: Bearer open-sesame\r\n").status == 200);
  CHECK(served.get("/status", "authorization: bearer open-sesame\r\n").status == 200);
}

TEST_CASE("beyond this machine a server will not listen without a token") {
  ServeOptions options;
  options.port = 0;
  AnalysisService::Options service;
  for (const char* host : {"0.0.0.0", "::"}) {
    options.host = host;
    options.token = "";
    CHECK_THROWS_WITH_AS(Server(options, service), doctest::Contains("--token-file"),
                         std::runtime_error);
  }
  options.host = "0.0.0.0";
  options.token = "secret";
  CHECK_NOTHROW(Server(options, service));
  options.host = "no.such.host.invalid";
  CHECK_THROWS_AS(Server(options, service), std::runtime_error);
  const Served served;
  options.host = "127.0.0.1";
  options.port = served.port();
  CHECK_THROWS_WITH_AS(Server(options, service),
                       doctest::Contains(std::to_string(options.port).c_str()), std::runtime_error);
}

TEST_CASE("bodies and heads that are too large are refused before they have come") {
  ServeOptions options;
  options.max_body_bytes = 1000;
  const Served served(options);
  HttpClient declared(served.port());
  declared.send(
      "POST /analysis HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: 1001\r\n\r\n");
  CHECK(declared.read()->status == 413);
  CHECK(declared.is_closed());
  HttpClient chunked(served.port());
  chunked.send(
      "POST /analysis HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Transfer-Encoding: chunked\r\n\r\n3e8\r\n" +
      std::string(1000, ' ') + "\r\n2\r\n");
  chunked.send("{}\r\n0\r\n\r\n");
  CHECK(chunked.read()->status == 413);
  CHECK(chunked.is_closed());
  CHECK(served.post("/analysis", R"({"size": 2, "maxVisits": 1})" + std::string(972, ' ')).status ==
        200);
  CHECK(served.get("/status", "X: " + std::string(9000, 'x') + "\r\n").status == 431);
}

TEST_CASE("what is no HTTP is answered so, and no more is read") {
  const Served served;
  for (const char* wrong :
       {"hello\r\n\r\n", "GET\r\n\r\n", "GET /status HTTP/9.9\r\n\r\n", "\x16\x03\x01\x02\x01\x01",
        "GET /status HTTP/1.1\r\nHost localhost\r\n\r\n",
        "POST /analysis HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        "POST /analysis HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        "POST /analysis HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n"}) {
    CAPTURE(wrong);
    HttpClient client(served.port());
    client.send(wrong);
    const auto response = client.read();
    REQUIRE(response);
    CHECK(response->status == 400);
    CHECK(client.is_closed());
  }
  CHECK(served.get("/status").status == 200);
}

TEST_CASE("a client may send requests one after the other, or all at once") {
  const Served served;
  HttpClient client(served.port());
  for (int i = 0; i < 3; ++i) {
    client.post("/analysis",
                R"({"id": ")" + std::to_string(i) + R"(", "size": 3, "maxVisits": 5})");
    CHECK(Json::parse(client.read()->body)["id"] == std::to_string(i));
  }
  std::string all;
  for (int i = 0; i < 20; ++i) {
    const std::string body = R"({"id": ")" + std::to_string(i) + R"(", "size": 3, "maxVisits": 5})";
    all +=
        "POST /analysis HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Content-Length: " +
        std::to_string(body.size()) + "\r\n\r\n" + body;
  }
  client.send(all);
  for (int i = 0; i < 20; ++i) CHECK(Json::parse(client.read()->body)["id"] == std::to_string(i));
  // Also more of them than are read ahead.
  client.post("/analysis", R"({"size": 9, "maxTime": 0.3})");
  all.clear();
  for (int i = 0; i < 5000; ++i) all += "GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n";
  client.send(all);
  int good = 0;
  for (int i = 0; i < 5001; ++i) {
    const auto response = client.read();
    good += response && response->status == 200 ? 1 : 0;
  }
  CHECK(good == 5001);
  client.send("GET /status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  CHECK(client.read()->fields.at("connection") == "close");
  CHECK(client.is_closed());
  HttpClient old(served.port());
  old.send("GET /status HTTP/1.0\r\n\r\n");
  CHECK(old.read()->status == 200);
  CHECK(old.is_closed());
}

TEST_CASE("a client that waits for leave to send its body gets it") {
  const Served served;
  HttpClient client(served.port());
  client.send(
      "POST /analysis HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Expect: 100-continue\r\nContent-Length: 27\r\n\r\n");
  CHECK(client.read()->status == 100);
  client.send(R"({"size": 2, "maxVisits": 1})");
  CHECK(client.read()->status == 200);
}

TEST_CASE("slow clients are answered so, silent ones are left") {
  const Served served(quick());
  HttpClient head(served.port()), body(served.port()), silent(served.port()), drip(served.port());
  head.send("GET /status HTT");
  body.send(
      "POST /analysis HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: 27\r\n\r\n{");
  // A byte now and then does not help.
  std::thread dripping([&] {
    try {
      for (const char c : std::string("GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
        drip.send(std::string(1, c));
        std::this_thread::sleep_for(std::chrono::milliseconds(60));
      }
    } catch (const std::exception&) {
    }
  });
  CHECK(head.read()->status == 408);
  CHECK(head.is_closed());
  CHECK(body.read()->status == 408);
  CHECK(body.is_closed());
  CHECK(silent.is_closed());
  CHECK(drip.read()->status == 408);
  dripping.join();
}
