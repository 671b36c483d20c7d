/**
 * Hosts often allow-listed that let a stranger run code: they serve everybody's packages or
 * files, wrap an answer in a function call of the caller's choice (JSONP), or offer AngularJS,
 * whose templates run expressions. Each entry is a URL such a script would come from, so that
 * an expression with a narrow path (`https://cdn.jsdelivr.net/npm/jquery@3.7.1/`) is not blamed.
 */
export const BYPASSES: ReadonlyArray<{ url: string; how: string }> = [
  { url: 'https://cdn.jsdelivr.net/npm/some-package/index.js', how: 'serves every npm package' },
  { url: 'https://cdn.jsdelivr.net/gh/somebody/something/index.js', how: 'serves every GitHub repository' },
  { url: 'https://unpkg.com/some-package/index.js', how: 'serves every npm package' },
  { url: 'https://esm.sh/some-package', how: 'serves every npm package' },
  { url: 'https://esm.run/some-package', how: 'serves every npm package' },
  { url: 'https://cdn.skypack.dev/some-package', how: 'serves every npm package' },
  { url: 'https://raw.githack.com/somebody/something/main/index.js', how: 'serves every GitHub repository' },
  { url: 'https://rawcdn.githack.com/somebody/something/main/index.js', how: 'serves every GitHub repository' },
  { url: 'https://cdn.rawgit.com/somebody/something/main/index.js', how: 'serves GitHub repositories' },
  { url: 'https://storage.googleapis.com/some-bucket/index.js', how: "serves every customer's bucket" },
  { url: 'https://s3.amazonaws.com/some-bucket/index.js', how: "serves every customer's bucket" },
  { url: 'https://cdnjs.cloudflare.com/ajax/libs/angular.js/1.8.3/angular.min.js', how: 'serves AngularJS' },
  { url: 'https://ajax.googleapis.com/ajax/libs/angularjs/1.8.3/angular.min.js', how: 'serves AngularJS' },
  { url: 'https://code.angularjs.org/1.8.3/angular.min.js', how: 'serves AngularJS' },
  { url: 'https://accounts.google.com/o/oauth2/revoke', how: 'answers JSONP' },
  { url: 'https://www.google.com/complete/search', how: 'answers JSONP' },
  { url: 'https://www.googleapis.com/customsearch/v1', how: 'answers JSONP' },
  { url: 'https://maps.googleapis.com/maps/api/js', how: 'answers JSONP' },
  { url: 'https://www.youtube.com/oembed', how: 'answers JSONP' },
  { url: 'https://graph.facebook.com/', how: 'answers JSONP' },
  { url: 'https://api.github.com/users/somebody', how: 'answers JSONP' },
  { url: 'https://en.wikipedia.org/w/api.php', how: 'answers JSONP' },
];
