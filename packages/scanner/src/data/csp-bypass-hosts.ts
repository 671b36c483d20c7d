/** Date of this table, of `csp-bypass-endpoints.ts` and of `csp-bypass-services.ts`. */
export const BYPASS_TABLE_DATE = '2026-11-26';

/**
 * Hosts where anyone can publish files or choose what a loader runs. One host per line, with the affected paths.
 * Without a path, the complete host is affected. `= kind certainty` starts a group.
 */
export const BYPASS_HOSTS = `
= user-content sure
*.akamaihd.net
*.akamaized.net
*.aliyuncs.com
*.amazonaws.com
*.amplifyapp.com
*.appspot.com
*.azureedge.net
*.azurefd.net
*.azurestaticapps.net
*.azurewebsites.net
*.b-cdn.net
*.backblazeb2.com
*.bcebos.com
*.blob.core.windows.net
*.blogspot.com
*.bubbleapps.io
*.cdn.digitaloceanspaces.com
cdn.shopify.com /s/files/
cdpn.io
*.cloudapp.azure.com
*.clouddn.com
*.cloudfront.net
*.cloudfunctions.net
*.codesandbox.io
*.csb.app
*.deno.dev
*.digitaloceanspaces.com
*.edgecompute.app
*.elasticbeanstalk.com
*.fastly.net
fiddle.jshell.net
*.firebaseapp.com
firebasestorage.googleapis.com
*.fly.dev
*.framer.app
*.framer.website
*.github.io
*.gitlab.io
*.global.ssl.fastly.net
*.herokuapp.com
*.hf.space
*.hs-sites.com
*.hubspotpagebuilder.com
jsbin.com
*.kxcdn.com
*.lambda-url.us-east-1.on.aws
*.loca.lt
*.my.salesforce-sites.com
*.myqcloud.com
*.myshopify.com
*.netlify.app
*.netlify.com
*.ngrok-free.app
*.ngrok.app
*.ngrok.io
*.now.sh
*.ondigitalocean.app
*.onrender.com
*.oraclecloud.com
output.jsbin.com
*.ovh.net
*.pages.dev
*.public.blob.vercel-storage.com
*.qiniucdn.com
*.r2.dev
*.rackcdn.com
*.railway.app
*.readthedocs.io
*.replit.app
*.run.app
s.codepen.io
s3.amazonaws.com /some-bucket/
*.s3.amazonaws.com
script.google.com
script.googleusercontent.com
*.scw.cloud
*.shopifypreview.com
*.stackblitz.io
static.tumblr.com
storage.googleapis.com /some-bucket/
*.storage.googleapis.com
storage.yandexcloud.net
*.surge.sh
*.trafficmanager.net
*.trycloudflare.com
*.tumblr.com
*.up.railway.app
*.val.run
*.vercel.app
*.wasabisys.com
*.web.app
*.web.core.windows.net
*.webcontainer.io
*.webflow.io
*.website.yandexcloud.net
*.wordpress.com
*.workers.dev
*.yandexcloud.net
*.z13.web.core.windows.net
= user-content likely
cdn.glitch.com
cdn.glitch.global
*.force.com
*.gitbook.io
*.glitch.me
*.hubspotusercontent.net
*.notion.site
*.repl.co
*.sharepoint.com
*.squarespace.com
*.stackpathcdn.com
static1.squarespace.com
*.supabase.co
*.translate.goog
*.wixsite.com
*.zendesk.com
= package-cdn sure
cdn.jsdelivr.net
cdn.jsdelivr.us
cdn.npmmirror.com
cdn.skypack.dev
cdn.statically.io
deno.land
esm-cdn.com
esm.run
esm.sh
*.esm.sh
fastly.jsdelivr.net
ga.jspm.io
gcore.jsdelivr.net
*.jsdelivr.net
jspm.dev
jsr.io
npm.elemecdn.com
npm.jsr.io
raw.githack.com
rawcdn.githack.com
registry.npmmirror.com
testingcf.jsdelivr.net
unpkg.com
*.unpkg.com
unpkg.zhimg.com
x.nest.land
= package-cdn likely
cdn.rawgit.com
rawgit.com
= library-cdn sure
ajax.aspnetcdn.com /ajax/knockout/ /ajax/angular/
ajax.googleapis.com /ajax/libs/angularjs/
ajax.microsoft.com
apps.bdimg.com
cdn.baomitu.com
cdn.bootcdn.net
cdn.bootcss.com
cdn.bytedance.com
cdn.kendostatic.com
cdn.staticfile.net
cdn.staticfile.org
cdn.syncfusion.com
cdnjs.cloudflare.com /ajax/libs/angular.js/ /ajax/libs/alpinejs/ /ajax/libs/prototype/ /ajax/libs/knockout/ /ajax/libs/vue/ /ajax/libs/htmx/ /ajax/libs/mavo/
code.angularjs.org
code.bdstatic.com
kendo.cdn.telerik.com
lf26-cdn-tos.bytecdntp.com
lf3-cdn-tos.bytecdntp.com
lf6-cdn-tos.bytecdntp.com
lf9-cdn-tos.bytecdntp.com
lib.baomitu.com
libs.baidu.com
pagecdn.io
s0.pstatp.com
yandex.st
yastatic.net
= library-cdn possible
code.jquery.com
maxcdn.bootstrapcdn.com
netdna.bootstrapcdn.com
oss.maxcdn.com
stackpath.bootstrapcdn.com
= tag-manager sure
googletagmanager.com /gtm.js /gtag/js
*.googletagmanager.com /gtm.js /gtag/js
www.googletagmanager.com /gtm.js /gtag/js
= tag-manager likely
*.adobedtm.com
assets.adobedtm.com
cdn-3.convertexperiments.com
cdn-4.convertexperiments.com
cdn.dynamicyield.com
cdn.intellimize.co
cdn.matomo.cloud
cdn.optimizely.com
cdn.personyze.com
cdn.rudderlabs.com
cdn.segment.com
cdn.stape.io
cdn.tagcommander.com
*.containers.piwik.pro
containers.piwik.pro
*.convertexperiments.com
dev.visualwebsiteoptimizer.com
js.sentry-cdn.com
*.kameleoon.eu
*.kameleoon.io
*.monetate.net
nexus.ensighten.com
se.monetate.net
siteintercept.qualtrics.com
*.siteintercept.qualtrics.com
*.stape.io
tag.commander1.com
tag.unless.com
tags.tiqcdn.com
try.abtasty.com
*.visualwebsiteoptimizer.com
= compromised sure
bootcdn.net
bootcss.com
cdn.polyfill.io
macoms.la
newcrbpc.com
polyfill.com
polyfill.io
polyfill.site
polyfillcache.com
staticfile.net
staticfile.org
unionadjs.com
xhsbpza.com
`;
