process.send?.('ready');
setInterval(() => undefined, 1000);
