/**
 * URLs that return a function name of the caller's choice (JSONP) or serve AngularJS, whose templates run expressions.
 * Same format as `csp-bypass-hosts.ts`.
 */
export const BYPASS_ENDPOINTS = `
= jsonp sure
a.config.skype.com /config/v1/Skype/908_1.33.0.111/SkypePersonalization /config/v1/SkypeLyncWebExperience/905_1.2.5.0
accounts.google.com /o/oauth2/revoke
api.flickr.com /services/feeds/photos_friends.gne
api.github.com /users/somebody
api.map.baidu.com / /api
api.mixpanel.com /track/
api.vk.com /method/wall.get
*.blogspot.com /feeds/posts/default
clients1.google.com /complete/search
connect.mail.ru /share_count
dev.virtualearth.net /REST/V1/Imagery/Metadata/AerialWithLabels/26.318581 /REST/v1/Imagery/Metadata/Road
en.wikipedia.org /w/api.php
fast.wistia.com /embed/medias/o75jtw7654.json
graph.facebook.com /1/ /
gum.criteo.com /sync
links.services.disqus.com /api/ping
maps.google.com /maps/vt /maps/api/js
maps.google.de /maps/vt /maps/api/js
maps.google.lv /maps/vt /maps/api/js
maps.google.ru /maps/vt /maps/api/js
maps.googleapis.com /maps/api/js/GeoPhotoService.GetMetadata /maps/api/js
mc.yandex.ru /watch/ID/1
mts1.googleapis.com /mapslt/ft
nominatim.openstreetmap.org / /search
partner.googleadservices.com /gampad/ads /gampad/cookie.js
publish.twitter.com /oembed
securepubads.g.doubleclick.net /gampad/ads
suggest.taobao.com /sug
tr.indeed.com /m/newjobs
translate.google.com /translate_a/l /translate_a/element.js
translate.googleapis.com /translate_a/l /$discovery/rest
translate.yandex.net /api/v1.5/tr.json/detect
ulogin.ru /token.php
vimeo.com /api/oembed.json/ /api/v2/video/ID.json
wb.amap.com /channel.php
widgets.pinterest.com /v3/pidgets/boards/ciciwin/hedgehog-squirrel-crafts/pins/
www.blogger.com /feeds/ID/posts/summary/ID /feeds/ID/posts/default
www.google-analytics.com /gtm/js /debug/api/vtinfo
www.google.com /tools/feedback/escalation-options /complete/search
www.googleapis.com /freebase/v1/topic/m/0344_ /blogger/v3/blogs/1/posts/1
www.googletagmanager.com /gtm/js /debug/api/vtinfo
www.meteoprog.ua /data/weather/informer/Poltava.js
www.youtube.com /profile_style /oembed
= jsonp likely
api.bing.com /osjson.aspx
api.dailymotion.com /
api.duckduckgo.com /
api.ipify.org /
api.pinterest.com /v1/urls/count.json
api.stackexchange.com /
api.tumblr.com /v2/
api.twitter.com /1/statuses/oembed.json
api.wordpress.org /stats/ /plugins/ /core/
api.x.com /1/statuses/oembed.json
apis.google.com /js/
content.googleapis.com /
*.firebaseio.com /
*.firebasedatabase.app /
gist.github.com /
google.com /complete/search
gravatar.com /
itunes.apple.com /search /lookup
noembed.com /embed
public-api.wordpress.com /
query.yahooapis.com /
secure.gravatar.com /
soundcloud.com /oembed
www.flickr.com /services/
www.gravatar.com /
www.reddit.com /
www.wikidata.org /w/api.php
a.tiles.mapbox.com /v3/zentralmedia.map-n2raeauc.jsonp
a248.e.akamai.net /h5.hulu.com/h5.mp4
afpeng.alimama.com /ex
ajax.googleapis.com /ajax/services/search/news /ajax/libs/yui/2.8.0r4/build/charts/assets/charts.swf
an.yandex.ru /page/ID
api.facebook.com /restserver.php
api.userlike.com /api/chat/slot/proactive/
autocomplete.travelpayouts.com /avia
awaps.yandex.ru /10/8938/ID.
bebezoo.1688.com /fragment/index.htm
beta.gismeteo.ru /api/informer/layout.js/120x240-3/ru/
books.google.com /books
c.tiles.mapbox.com /v3/texastribune.tx-congress-cvap/6/15/26.grid.json
catalog.api.2gis.ru /ads/search
cbks0.googleapis.com /cbk
ccrprod.alipay.com /ccr/arriveTime.json
cdn.syndication.twimg.com /widgets/timelines/ID
cdn.syndication.twitter.com /moments/ID
client.siteheart.com /streamcli/client
community.adobe.com /CommunityPod/getJSON
count.tbcdn.cn /counter3
cse.google.com /api/ID/cse/r3vs7b0fcli/queries/js
d1f69o4buvlrj5.cloudfront.net /__efa_15_1_ornpba.xekq.arg/optout_check
data.gongchang.com /livegrail/
de.blog.newrelic.com /wp-admin/admin-ajax.php
detector.alicdn.com /2.7.3/index.php
fellowes.ugc.bazaarvoice.com /data/reviews.json
google.ru /maps/vt
googleads.g.doubleclick.net /pagead/conversion/ID/wcm
googletagmanager.com /gtm/js
group.aliexpress.com /ajaxAcquireGroupbuyProduct.do
gupiao.baidu.com /stocks/stockbets
h.cackle.me /widget/32153/bootstrap
i.cackle.me /widget/32586/bootstrap
ib.adnxs.com /jpt
id.rambler.ru /script/topline_info.js
maps.beeline.ru /w
mt1.googleapis.com /mapslt/ft
mts0.googleapis.com /maps/vt
offer.alibaba.com /market/CID100002954/5/fetchKeyword.do
ok.go.mail.ru /lady_on_lady_recipes_r.json
pagead2.googlesyndication.com /relatedsearch
pass.yandex.com /services
pass.yandex.ru /services
pass.yandex.ua /services
passport.ngs.ru /ajax/check
pin.aliyun.com /check_audio
pro.netrox.sc /oapi/h_checksite.ashx
pubsub.pubnub.com /subscribe/demo/hello_world/
rec.ydf.yandex.ru /cookie
relap.io /api/v2/similar_pages_jsonp.js
rexchange.begun.ru /banners
se.wikipedia.org /w/api.php
share.yandex.net /counter/gpp/
ssl.google-analytics.com /gtm/js
syndication.twitter.com /widgets/timelines/ID
target.ukr.net /
tj.gongchang.com /api/keywordrecomm/
widget.admitad.com /widget/init
wpd.b.qq.com /cgi/get_sign.php
wslocker.ru /client/user.chk.php
www.facebook.com /restserver.php
www.google.de /maps/vt
www.googleadservices.com /pagead/conversion/ID/wcm
www.sharethis.com /get-publisher-info.php
www.travelpayouts.com /widgets/ID.json
www.youku.com /index_cookielist/s/jsonp
yandex.ru /soft/browsers/check
ynuf.alipay.com /service/um.json
= angular sure
ajax.googleapis.com /ajax/libs/angularjs/1.2.0rc1/angular-route.min.js /ajax/libs/angularjs/1.8.3/angular.js
cdn.bootcss.com /angular.js/1.2.0/angular.min.js /angular.js/1.8.3/angular.min.js
cdn.jsdelivr.net /angularjs/1.1.2/angular.min.js /npm/angular@1.8.3/angular.min.js
cdnjs.cloudflare.com /ajax/libs/angular.js/1.2.16/angular.min.js /ajax/libs/angular.js/1.8.3/angular.js
elysiumwebsite.s3.amazonaws.com /uploads/blog-media/rockstar/angular.min.js
gstatic.com /fsn/angular_js-bundle1.js /recaptcha/about/js/main.min.js
inno.blob.core.windows.net /new/libs/AngularJS/1.2.1/angular.min.js
www.gstatic.com /fsn/angular_js-bundle1.js /recaptcha/about/js/main.min.js
yastatic.net /angularjs/1.2.23/angular.min.js /s3/milab/js/angular.min.js
yuedust.yuedu.126.net /js/components/angular/angular.js
= angular likely
96fe3ee995e96e922b6b-d10c35bd0a0de2c718b252bc575fdb73.ssl.cf1.rackcdn.com /angular.js
art.jobs.netease.com /script/angular.js
askgithub.com /static/js/angular.min.js
ayicommon-a.akamaihd.net /static/vendor/angular-1.4.2.min.js
cdn.shopify.com /s/files/1/0225/6463/t/1/assets/angular-animate.min.js
cdn.walkme.com /General/EnvironmentTests/angular/angular.min.js
cdn2-casinoroom.global.ssl.fastly.net /js/lib/angular-animate.min.js
collade.demo.stswp.com /js/vendor/angular.min.js
csu-c45.kxcdn.com /angular/angular.js
eb2883ede55c53e09fd5-9c145fb03d93709ea57875d307e2d82e.ssl.cf3.rackcdn.com /components/angular-resource.min.js
gift-talk.kakao.com /public/javascripts/angular.min.js
laundrymail.com /angular/angular.js
master-sumok.ru /vendors/angular/angular-cookies.js
mrfishie.github.io /sailor/bower_components/angular/angular.min.js
oss.maxcdn.com /angularjs/1.2.20/angular.min.js
pangxiehaitao.com /framework/angular-1.3.9/angular-animate.min.js
parademanagement.com.s3-website-ap-southeast-1.amazonaws.com /js/angular.min.js
prb-resume.appspot.com /bower_components/angular-animate/angular-animate.js
reports.zemanta.com /smedia/common/angularjs/1.2.11/angular.js
s3-eu-west-1.amazonaws.com /staticancpa/js/angular-cookies.min.js
services.amazon.com /solution-providers/assets/vendor/angular-cookies.min.js
static.tumblr.com /x5qdx0r/nPOnngtff/angular-resource.min_1_.js
storage.googleapis.com /assets-prod.urbansitter.net/us-sym/assets/vendor/angular-sanitize/angular-sanitize.min.js
twitter.github.io /labella.js/bower_components/angular/angular.min.js
www.adobe.com /devnet-apps/flashshowcase/lib/angular/angular.1.1.5.min.js
www.googleadservices.com /pageadimg/imgad
yandex.st /angularjs/1.2.16/angular-cookies.min.js
`;
