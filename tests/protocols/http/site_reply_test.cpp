#include "protocols/http/site_reply.hpp"

#include <algorithm>
#include <map>
#include <string>

#include <doctest/doctest.h>

#include "tests/protocols/http/served.hpp"

using namespace isthmus;

namespace {

constexpr SiteFile kFile{"/page.js", "text/javascript; charset=utf-8", "\"0123\"", "plain", "zip"};

std::map<std::string, std::string> fields_of(const Reply& reply) {
  return {reply.fields.begin(), reply.fields.end()};
}

}  // namespace

TEST_CASE("a file of the page is compressed for those who take that") {
  for (const char* takes : {"gzip", "gzip, deflate, br", "br;q=1.0, GZIP;q=0.1"}) {
    CAPTURE(takes);
    const Reply reply = site_reply(kFile, takes, "");
    CHECK(reply.body == "zip");
    CHECK(fields_of(reply)["Content-Encoding"] == "gzip");
  }
  for (const char* takes : {"", "identity", "br", "gzip;q=0", "gzip;q=0.000", "xgzip"}) {
    CAPTURE(takes);
    const Reply reply = site_reply(kFile, takes, "");
    CHECK(reply.body == "plain");
    CHECK(fields_of(reply).count("Content-Encoding") == 0);
  }
  CHECK(site_reply(kFile, "", "").type == kFile.type);
}

TEST_CASE("who has a file of the page already gets nothing but that it is the same") {
  for (const char* has : {"\"0123\"", "W/\"0123\"", "\"4567\", \"0123\"", "*"}) {
    CAPTURE(has);
    const Reply reply = site_reply(kFile, "gzip", has);
    CHECK(reply.status == 304);
    CHECK(reply.body.empty());
    CHECK(fields_of(reply)["ETag"] == "\"0123\"");
  }
  CHECK(site_reply(kFile, "gzip", "\"4567\"").status == 200);
}

TEST_CASE("a browser runs no script and no style but the page's own") {
  const auto fields = fields_of(site_reply(kFile, "", ""));
  const std::string policy = fields.at("Content-Security-Policy");
  CHECK(policy.find("default-src 'none'") == 0);
  CHECK(policy.find("unsafe-inline") == policy.npos);
  CHECK(policy.find("'unsafe-eval'") == policy.npos);
  CHECK(policy.find("http") == policy.npos);  // no other host
  CHECK(fields.at("X-Content-Type-Options") == "nosniff");
  CHECK(fields.at("Cross-Origin-Opener-Policy") == "same-origin");
  CHECK(fields.at("Cross-Origin-Embedder-Policy") == "require-corp");
}

TEST_CASE("the server has the page, or says in a line that it has none") {
  const Served served;
  if (site_files().empty()) {
    const HttpResponse response = served.get("/");
    CHECK(response.status == 404);
    CHECK(response.body.find("without its page") != response.body.npos);
    return;
  }
  for (const SiteFile& file : site_files()) {
    CAPTURE(file.path);
    const std::string path(file.path);
    const HttpResponse response = served.get(path);
    CHECK(response.status == 200);
    CHECK(response.body == file.content);
    CHECK(response.fields.at("content-type") == file.type);
    CHECK(served.get(path + "?a=b").status == 200);
    CHECK(served.get(path, "Accept-Encoding: gzip\r\n").body == file.compressed);
    CHECK(served.get(path, "If-None-Match: " + response.fields.at("etag") + "\r\n").status == 304);
    CHECK(served.post(path, "{}").status == 405);
    CHECK(served.get(path, "Origin: https://example.org\r\n").status == 403);
  }
  const auto files = site_files();
  CHECK(std::count_if(files.begin(), files.end(),
                      [](const SiteFile& file) { return file.path == "/"; }) == 1);
  CHECK(served.get("/nothing").status == 404);
}
