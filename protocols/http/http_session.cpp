#include "protocols/http/http_session.hpp"

#include <algorithm>
#include <exception>
#include <utility>
#include <variant>

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "protocols/http/access.hpp"
#include "protocols/http/site_reply.hpp"
#include "protocols/http/web_socket_session.hpp"

namespace isthmus {

namespace asio = boost::asio;
namespace http = boost::beast::http;

namespace {

// What is read ahead while a request is answered.
constexpr std::size_t kMaxAhead = std::size_t{64} << 10;
constexpr Seconds kLingering{2};

std::string_view text(boost::beast::string_view view) { return {view.data(), view.size()}; }

}  // namespace

HttpSession::HttpSession(ServerContext& server, asio::ip::tcp::socket socket)
    : server_(server),
      socket_(std::move(socket)),
      deadline_(server.context),
      registration_(std::in_place, server, *this, server.route_context.metrics.http_connections) {}

void HttpSession::start() {
  registration_->enter(server_.unauthenticated);
  wait_for_request();
  read();
}

void HttpSession::refuse() {
  Reply reply = error_reply(429, "too many connections are open");
  reply.fields.emplace_back("Retry-After", "1");
  respond(std::move(reply), false);
  read();
}

void HttpSession::wind_down() {
  if (phase_ == Phase::idle) close();
}

void HttpSession::terminate() {
  stop_.request_stop();
  if (exchange_) exchange_->terminate();
}

void HttpSession::abort() { close(); }

// Others may take its place from now on.
void HttpSession::wait_for_request() {
  await(Phase::idle, is_known_ ? server_.options().idle
                               : std::min(server_.options().idle, server_.options().reading));
  if (is_known_) registration_->enter(server_.idle);
}

void HttpSession::await(Phase phase, Seconds most) {
  phase_ = phase;
  deadline_.expires_after(ticks(most));
  // This also keeps the session, which else would go where nothing is read or written.
  deadline_.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
    if (!error) self->server_.attempt(*self, [&] { self->on_deadline(); });
  });
}

void HttpSession::on_deadline() {
  // It may have been moved while this call waited for its turn.
  if (deadline_.expiry() > std::chrono::steady_clock::now()) return;
  switch (phase_) {
    case Phase::head:
    case Phase::body:
      respond(error_reply(408, "the request took too long to come"), false);
      break;
    case Phase::answer:
      terminate();
      break;
    default:
      close();
  }
}

void HttpSession::read() {
  const bool may_wait =
      phase_ == Phase::inviting || phase_ == Phase::answer || phase_ == Phase::writing;
  if (is_reading_ || has_ended_ || phase_ == Phase::closed) return;
  if (may_wait && input_.size() >= kMaxAhead) return;
  is_reading_ = true;
  socket_.async_read_some(
      asio::buffer(chunk_),
      [self = shared_from_this()](const boost::system::error_code& error, std::size_t count) {
        self->is_reading_ = false;
        self->server_.attempt(*self, [&] { self->on_read(error, count); });
      });
}

void HttpSession::on_read(const boost::system::error_code& error, std::size_t count) {
  if (phase_ == Phase::closed) return;
  if (error) {
    has_ended_ = true;
    // A response on its way may still be read.
    if (phase_ != Phase::writing) close();
    return;
  }
  // After the last response what comes is thrown away, so that it is not lost to a reset.
  if (phase_ != Phase::lingering) input_.append(chunk_.data(), count);
  advance();
  read();
}

// Goes on with the request as far as there is input.
void HttpSession::advance() {
  while (!input_.empty() &&
         (phase_ == Phase::idle || phase_ == Phase::head || phase_ == Phase::body)) {
    if (phase_ == Phase::idle) begin_request();
    const std::size_t taken = reader_->feed(input_);
    input_.erase(0, taken);
    if (reader_->failure()) return respond(*reader_->failure(), false);
    if (phase_ == Phase::head && reader_->has_head() && !check_head()) return;
    if (reader_->is_complete()) return answer();
    if (taken == 0) return;
  }
}

void HttpSession::begin_request() {
  reader_.emplace(server_.options().max_body_bytes);
  asked_.reset();
  if (is_known_) registration_->leave();
  await(Phase::head, server_.options().reading);
}

// Whether the request may go on to its body; if not, it has been answered.
bool HttpSession::check_head() {
  if (auto refusal = refusal_of_head()) {
    // A body that is still to come is not waited for.
    respond(std::move(*refusal), reader_->is_complete() && reader_->keeps_alive());
    return false;
  }
  if (!server_.options().token.empty()) admit();
  await(Phase::body, server_.options().reading);
  if (!reader_->is_complete() &&
      http::token_list(field(http::field::expect)).exists("100-continue")) {
    invite();
  }
  return true;
}

// The client may wait for this before it sends its body. What it sends all the same has to wait.
void HttpSession::invite() {
  await(Phase::inviting, server_.options().writing);
  output_ = "HTTP/1.1 100 Continue\r\n\r\n";
  asio::async_write(
      socket_, asio::buffer(output_),
      [self = shared_from_this()](const boost::system::error_code& error, std::size_t) {
        self->server_.attempt(*self, [&] { self->on_invited(error); });
      });
}

void HttpSession::on_invited(const boost::system::error_code& error) {
  if (phase_ != Phase::inviting) return;
  if (error) return close();
  await(Phase::body, server_.options().reading);
  advance();
  read();
}

// The client is authenticated: the connection no longer counts among the unauthenticated ones.
void HttpSession::admit() {
  is_known_ = true;
  registration_->leave();
}

std::optional<Reply> HttpSession::refusal_of_head() const {
  const HttpRequest& request = reader_->request();
  const std::string host = field(http::field::host), origin = field(http::field::origin);
  const ServeOptions& options = server_.options();
  if (host.empty() && request.version() >= 11) return error_reply(400, "there is no host", "Host");
  if (request.count(http::field::host) > 1) return error_reply(400, "there are two hosts", "Host");
  if (!host.empty() && !is_own_host(host, options)) {
    return error_reply(421, "this server goes by another name; --allow-host adds one", "Host");
  }
  if (!origin.empty() && !is_allowed_origin(origin, host, options)) {
    return error_reply(403, "pages of this origin may not ask; --allow-origin lets one", "Origin");
  }
  const Route* route = find_route(path());
  const bool is_file = find_site_file(path()) != nullptr;
  const std::string_view method = text(request.method_string());
  if (route && method == "OPTIONS" && !origin.empty()) {
    // A browser asks whether a page of another origin may ask.
    return Reply{.status = 204,
                 .fields = {{"Access-Control-Allow-Methods", std::string(route->method)},
                            {"Access-Control-Allow-Headers", "Authorization, Content-Type"}}};
  }
  if (!options.token.empty() && !bears_token(field(http::field::authorization), options.token)) {
    Reply reply = error_reply(401, "give the token: Authorization: Bearer TOKEN", "Authorization");
    reply.fields.emplace_back("WWW-Authenticate", "Bearer");
    return reply;
  }
  if (!route && !is_file) {
    return error_reply(404, path() == "/" ? "this program was built without its page; see "
                                            "protocols/web/README.md"
                                          : "there is nothing at this path; see "
                                            "protocols/http/README.md");
  }
  const std::string_view expected = is_file ? "GET" : route->method;
  if (method != expected && !(method == "HEAD" && expected == "GET")) {
    Reply reply = error_reply(405, "the method here is " + std::string(expected));
    reply.fields.emplace_back("Allow", expected == "GET" ? "GET, HEAD" : std::string(expected));
    return reply;
  }
  if (is_file) return std::nullopt;
  const std::string type = field(http::field::content_type);
  if (method == "POST" &&
      !boost::beast::iequals(type.substr(0, type.find_first_of("; ")), "application/json")) {
    return error_reply(415, "a body should be application/json", "Content-Type");
  }
  if (route->is_stream() && !boost::beast::websocket::is_upgrade(request)) {
    Reply reply = error_reply(426, "this path is for WebSocket");
    reply.fields = {{"Upgrade", "websocket"}};
    return reply;
  }
  return std::nullopt;
}

// Answers a request that is complete.
void HttpSession::answer() {
  const bool keeps_alive = reader_->keeps_alive();
  admit();
  asked_ = std::chrono::steady_clock::now();
  if (server_.is_closing) return respond(error_reply(503, "the server is about to end"), false);
  if (const SiteFile* file = find_site_file(path())) {
    return respond(
        site_reply(*file, field(http::field::accept_encoding), field(http::field::if_none_match)),
        keeps_alive);
  }
  const Route& route = *find_route(path());
  if (route.is_stream()) return upgrade();
  stop_ = std::stop_source();
  await(Phase::answer, server_.options().answering);
  if (!route.has_body()) return begin(route.answer(server_.route_context, ""));
  std::string body = reader_->take_body();
  asio::thread_pool& parser = server_.parsers.for_text_of(body.size());
  offload(
      parser,
      [&route, &route_context = server_.route_context, body = std::move(body)] {
        return route.answer(route_context, body);
      },
      [](HttpSession& self, Answer answer) { self.begin(std::move(answer)); });
}

// Does something for the request in a thread of the pool, and then something with what that was.
template <class Make, class Take>
void HttpSession::offload(asio::thread_pool& pool, Make make, Take take) {
  isthmus::offload(pool, server_.context, weak_from_this(), std::move(make),
                   [take](const std::shared_ptr<HttpSession>& self, auto& outcome) {
                     if (self->phase_ != Phase::answer) return;
                     self->server_.attempt(*self, [&] {
                       try {
                         take(*self, outcome.take());
                       } catch (const std::bad_alloc&) {
                         throw;
                       } catch (const std::exception& error) {
                         self->fail(error);
                       }
                       self->read();
                     });
                     self->server_.changed();
                   });
}

// Goes on with what a request turned out to ask for.
void HttpSession::begin(Answer answer) {
  if (const auto* reply = std::get_if<Reply>(&answer)) {
    return respond(*reply, reader_->keeps_alive());
  }
  if (const auto* asked = std::get_if<Searches>(&answer)) return search(*asked);
  offload(
      server_.jobs,
      [job = std::get<Job>(std::move(answer)), stop = stop_.get_token()] { return job(stop); },
      [](HttpSession& self, Reply reply) {
        self.respond(std::move(reply), self.reader_->keeps_alive());
      });
}

void HttpSession::search(const Searches& searches) {
  const auto done = [weak = weak_from_this(), reply = searches.reply](auto answers) {
    const auto self = weak.lock();
    if (!self || self->phase_ != Phase::answer) return;
    self->server_.attempt(*self, [&] {
      std::size_t bytes = 0;
      const auto* lines = std::get_if<std::vector<std::string>>(&answers);
      if (!lines) {
        const bool are_long = std::get<Exchange::Failure>(answers) == Exchange::Failure::too_long;
        self->respond(are_long
                          ? error_reply(413, "the answers are too long; ask for fewer positions")
                          : error_reply(500, "there is not enough memory for an answer now"),
                      self->reader_->keeps_alive());
        return self->read();
      }
      for (const std::string& line : *lines) bytes += line.size();
      self->offload(
          self->server_.parsers.for_text_of(bytes),
          [reply, answers = std::get<std::vector<std::string>>(std::move(answers))] {
            return reply(answers);
          },
          [](HttpSession& session, Reply made) {
            session.respond(std::move(made), session.reader_->keeps_alive());
          });
    });
    self->server_.changed();
  };
  exchange_ = std::make_unique<Exchange>(server_.context, server_.service, searches.queries,
                                         server_.options().max_answer_bytes, done);
  if (stop_.stop_requested()) exchange_->terminate();
}

// Answers a request that cannot be done.
void HttpSession::fail(const std::exception& error) {
  const bool keeps_alive = reader_->keeps_alive();
  if (dynamic_cast<const QueueFull*>(&error)) {
    Reply reply = error_reply(429, error.what());
    reply.fields.emplace_back("Retry-After", "1");
    respond(std::move(reply), keeps_alive);
  } else if (const auto* query = dynamic_cast<const QueryError*>(&error)) {
    respond(error_reply(400, error.what(), query->field()), keeps_alive);
  } else {
    respond(error_reply(500, error.what()), keeps_alive);
  }
}

void HttpSession::respond(Reply reply, bool keeps_alive) {
  keeps_alive_ = keeps_alive && !server_.is_closing && !has_ended_;
  if (reader_ && reader_->has_head()) {
    if (const std::string origin = field(http::field::origin);
        !origin.empty() && is_allowed_origin(origin, field(http::field::host), server_.options())) {
      reply.fields.emplace_back("Access-Control-Allow-Origin", origin);
      reply.fields.emplace_back("Vary", "Origin");
    }
  }
  exchange_.reset();
  const Route* route = reader_ && reader_->has_head() ? find_route(path()) : nullptr;
  const SiteFile* file = reader_ && reader_->has_head() ? find_site_file(path()) : nullptr;
  route_ = route ? route->path : file ? file->path : "other";
  if (route && route->errors_as_text && reply.status >= 400) reply = as_text(std::move(reply));
  status_ = reply.status;
  if (!asked_) asked_ = std::chrono::steady_clock::now();
  const bool is_to_head =
      reader_ && reader_->has_head() && reader_->request().method() == http::verb::head;
  output_ = response_text(reply, keeps_alive_, is_to_head);
  await(Phase::writing, server_.options().writing);
  asio::async_write(
      socket_, asio::buffer(output_),
      [self = shared_from_this()](const boost::system::error_code& error, std::size_t) {
        self->server_.attempt(*self, [&] { self->on_written(error); });
      });
}

void HttpSession::on_written(const boost::system::error_code& error) {
  if (phase_ == Phase::closed) return;
  if (error) return close();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - *asked_;
  server_.route_context.metrics.answered(route_, status_, taken.count());
  output_.clear();
  reader_.reset();
  phase_ = Phase::lingering;
  if (has_ended_) return close();
  if (!keeps_alive_ || server_.is_closing) {
    // Were it closed at once, what the client still sends would reset the connection, and the
    // client might lose the response.
    boost::system::error_code ignored;
    socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
    await(Phase::lingering, kLingering);
  } else {
    wait_for_request();
    advance();
  }
  read();
}

void HttpSession::upgrade() {
  // A client sends its first frames when the server has agreed, and not before.
  if (!input_.empty()) return respond(error_reply(400, "there is more than the request"), false);
  std::make_shared<WebSocketSession>(server_, std::move(socket_))->start(reader_->request());
  server_.route_context.metrics.answered(path(), 101, 0);
  close();
}

void HttpSession::close() {
  if (phase_ == Phase::closed) return;
  if (phase_ == Phase::answer || phase_ == Phase::writing)
    ++server_.route_context.metrics.cut_requests;
  phase_ = Phase::closed;
  exchange_.reset();
  stop_.request_stop();
  deadline_.cancel();
  boost::system::error_code ignored;
  socket_.close(ignored);
  registration_.reset();
}

std::string HttpSession::field(http::field name) const {
  return std::string(text(reader_->request()[name]));
}

// The path of the request's target, without what follows a question mark.
std::string HttpSession::path() const {
  const std::string_view target = text(reader_->request().target());
  return std::string(target.substr(0, target.find('?')));
}

}  // namespace isthmus
