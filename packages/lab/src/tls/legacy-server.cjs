// Runs under Node 0.10 (OpenSSL 1.0.1), hence JavaScript of 2014. One argument: the options as JSON.
var tls = require('tls');
var options = JSON.parse(process.argv[2]);
tls
  .createServer(options.tls, function (socket) {
    socket.on('error', function () {});
    socket.once('data', function () {
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok');
    });
  })
  .on('clientError', function () {})
  .listen(0, options.address, function () {
    console.log(this.address().port);
  });
