// Preloaded: says on descriptor 3 how much processor time this process has used when it ends.
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  require('node:fs').writeSync(3, String((user + system) / 1000));
});
