/**
 * More hosts that defeat an allow-list, in the format of `csp-bypass-hosts.ts` and of its date. From the providers' own
 * documentation: the callback parameter of an API, the mirror that a CDN is, or that every customer publishes there.
 * Hosts below `*.` that are named one by one are included, except of `user-content`, where each belongs to one customer.
 */
export const BYPASS_SERVICES = `
= user-content sure
assets.codepen.io
*.app.github.dev
*.bitbucket.io
*.cleverapps.io
*.codeberg.page
*.code.run
*.filesusr.com
*.gitpod.io
*.infinityfreeapp.com
*.koyeb.app
*.my.site.com
*.mybigcommerce.com
*.neocities.org
*.pantheonsite.io
*.pythonanywhere.com
*.salesforce-sites.com
*.sourceforge.io
*.srht.site
*.tiiny.site
*.weebly.com
*.wixstudio.com
*.wpengine.com
*.wpenginepowered.com
web.archive.org /web/2020js_/https://site.example/script.js
commons.wikimedia.org /w/index.php /w/api.php
de.wikipedia.org /w/index.php /w/api.php
es.wikipedia.org /w/index.php /w/api.php
fr.wikipedia.org /w/index.php /w/api.php
it.wikipedia.org /w/index.php /w/api.php
ja.wikipedia.org /w/index.php /w/api.php
meta.wikimedia.org /w/index.php /w/api.php
nl.wikipedia.org /w/index.php /w/api.php
pl.wikipedia.org /w/index.php /w/api.php
pt.wikipedia.org /w/index.php /w/api.php
ru.wikipedia.org /w/index.php /w/api.php
www.mediawiki.org /w/index.php /w/api.php
zh.wikipedia.org /w/index.php /w/api.php
= user-content likely
archive.org /download/item/
a.storyblok.com
*.altervista.org
assets.ctfassets.net
assets.website-files.com
assets-global.website-files.com
cdn.discordapp.com /attachments/1/1/
cdn.filestackcontent.com
cdn.prod.website-files.com
cdn.sanity.io /files/
*.content.force.com
dl.dropbox.com
dl.dropboxusercontent.com
*.documentforce.com
downloads.ctfassets.net
*.dropboxusercontent.com
embed.plnkr.co
files.catbox.moe
*.ghost.io
*.graphassets.com
hastebin.com /raw/
ik.imagekit.io
jsfiddle.net
*.jimdofree.com
*.jimdosite.com
paste.ee /r/
pastebin.com /raw/ /dl/
plnkr.co
*.plnkr.co
res.cloudinary.com /somebody/raw/upload/
run.plnkr.co
*.sourceforge.net
transfer.sh
ucarecdn.com
uploads-ssl.webflow.com
*.visualforce.com
*.visual.force.com
www.datocms-assets.com
= raw-text possible
bitbucket.org
gist.githubusercontent.com
gitlab.com
raw.githubusercontent.com
= package-cdn sure
bb.githack.com
bbcdn.githack.com
bundle.run
cdn.jsdmirror.com
combinatronics.com
deno.bundlejs.com
dev.jspm.io
*.githack.com
gl.githack.com
glcdn.githack.com
jspm.io
*.jspm.io
*.skypack.dev
= package-cdn likely
cdn.gitmirror.com
cdn.pika.dev
ghcdn.rawgit.org
ghproxy.com
gitcdn.link
gitcdn.xyz
gw.alipayobjects.com
mirror.ghproxy.com
npmcdn.com
raw.fastgit.org
raw.gitmirror.com
rawgithub.com
wzrd.in
= library-cdn sure
ajax.loli.net
cdnjs.loli.net
g.alicdn.com /code/lib/angular.js/
mirrors.sustech.edu.cn /cdnjs/ajax/libs/angular.js/
= library-cdn likely
ajax.proxy.ustclug.org
ajax.useso.com
cdn.sencha.io
cdnjs.proxy.ustclug.org
lib.sinaapp.com
libs.useso.com
upcdn.b0.upaiyun.com
= tag-manager likely
*.abtasty.com
c.webtrends-optimize.com
cdn.evgnet.com
client-registry.mutinycdn.com
*.ensighten.com
*.evergage.com
*.goqubit.com
media.evolv.ai
*.maxymiser.net
*.omniconvert.com
ots.webtrends-optimize.com
s.thebrighttag.com
static.goqubit.com
tdn.r42tag.com
*.tt.omtrdc.net
= compromised sure
authedmine.com
coin-hive.com
coinhive.com
googie-anaiytics.com
kuurza.com
= jsonp sure
api-maps.yandex.ru /2.1/
api.asana.com /api/1.0/
api.bazaarvoice.com /data/
api.deezer.com /
api.discogs.com /
api.embed.ly /1/oembed
api.geonames.org /
api.ipdata.co /
api.ipstack.com /
api.mixcloud.com /
api.openweathermap.org /data/
apis.map.qq.com /ws/
app.asana.com /api/1.0/
*.arcgis.com /sharing/rest
*.demdex.net /id
disqus.com /api/3.0/
docs.google.com /spreadsheets/d/ID/gviz/tq
*.fandom.com /api.php
fast.wistia.net /embed/medias/
geocode-maps.yandex.ru /1.x/
geocode.arcgis.com /
get.geojs.io /v1/ip/
ip-api.com /json/
ipapi.co /jsonp/
ipinfo.io /
ipwho.is /
iframe.ly /api/oembed
jsonip.com /
*.list-manage.com /subscribe/post-json
*.marketo.com /index.php/form/getForm
restapi.amap.com /v3/
*.salesforceliveagent.com /chat/rest/Visitor/Settings.jsonp
secure.geonames.org /
server.arcgisonline.com /
services.arcgisonline.com /
speller.yandex.net /services/spellservice.json/checkText
suggest-maps.yandex.ru /suggest-geo
suggestion.baidu.com /su
suggestqueries.google.com /complete/search
ws.audioscrobbler.com /2.0/
www.arcgis.com /sharing/rest
www.baidu.com /sugrec
www.bing.com /maps/sdk/mapcontrol /api/maps/mapcontrol
www.geoplugin.net /json.gp
www.mapquestapi.com /
= jsonp likely
api.bandsintown.com /
api.bilibili.com /
api.bitbucket.org /
api.douban.com /
api.foursquare.com /v2/
api.instagram.com /oembed
api.meetup.com /
api.reddit.com /
api.soundcloud.com /
api.trello.com /1/
api.weibo.com /2/
api-ssl.bitly.com /v3/
blogger.googleapis.com /
c.y.qq.com /
connect.ok.ru /dk
customsearch.googleapis.com /
dictionary.yandex.net /api/
freegeoip.app /
geocoder.api.here.com /
geocoder.ls.hereapi.com /
gdata.youtube.com /
m.addthis.com /
m.youtube.com /oembed
maps-api-ssl.google.com /
old.reddit.com /
open.mapquestapi.com /
passport.baidu.com /v2/api/
picasaweb.google.com /
predictor.yandex.net /api/
publish.x.com /oembed
sdk.virtualearth.net /
sheets.googleapis.com /
spreadsheets.google.com /
*.tealiumiq.com /
trello.com /1/
*.uservoice.com /api/
vk.com /share.php
www.google.ca /complete/search
www.google.co.in /complete/search
www.google.co.jp /complete/search
www.google.co.uk /complete/search
www.google.com.au /complete/search
www.google.com.br /complete/search
www.google.es /complete/search
www.google.fr /complete/search
www.google.it /complete/search
www.google.nl /complete/search
www.google.pl /complete/search
www.google.ru /complete/search
www.linkedin.com /countserv/count/share
youtube.com /oembed
youtube.googleapis.com /
= angular likely
www.gstatic.cn /recaptcha/about/js/main.min.js
www.recaptcha.net /recaptcha/about/js/main.min.js
`;
