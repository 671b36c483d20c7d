import {
  BLOCK_WORDS,
  CHALLENGE_WORDS,
  ERROR_WORDS,
  LOGIN_SEGMENTS,
  LOGIN_WORDS,
  MAINTENANCE_WORDS,
} from './words-by-language.ts';

/** English and the most frequent languages here, the others in their own file. */
const either = (one: RegExp, words: readonly string[]): RegExp => new RegExp(`${one.source}|${words.join('|')}`, 'iu');

/** A title that begins with an error, or consists only of one. */
export const ERROR_TITLE = either(
  /^(?:http )?(?:error|erreur|fehler)?[ :#-]*(?:4[0-9]{2}|5[0-9]{2})(?:$|[^0-9a-z])|\b(?:error|fehler|erreur) (?:4|5)[0-9]{2}\b|(?:page|site|file|seite|datei) (?:was |is |wurde )?(?:not|nicht|non) (?:be )?(?:found|gefunden|trouvée?)|^not found\b|page introuvable|página no encontrada|página não encontrada|pagina non trovata|pagina niet gevonden|sidan hittades inte|siden blev ikke fundet|nie znaleziono strony|страница не найдена|ページが見つかりません|页面不存在|页面未找到|internal server error|bad gateway|gateway time-?out|application error|something went wrong/iu,
  ERROR_WORDS,
);

export const BLOCK_TITLE = either(
  /^(?:error )?403\b|access (?:to this \w+ )?(?:has been )?(?:denied|forbidden|blocked|restricted)|^forbidden\b|zugriff verweigert|accès refusé|acceso denegado|accesso negato|you have been blocked|request (?:blocked|rejected)|security check failed|doesn.t have permission|too many requests|rate limit|(?:not |un)available in your (?:region|country|area|location)/iu,
  BLOCK_WORDS,
);

export const MAINTENANCE_TITLE = either(
  /^(?:under |scheduled |site |website )*maintenance(?: mode| break| work)?\b|(?:under|down for|undergoing|in) (?:scheduled )?maintenance|we(?:’|')ll be (?:right )?back|be right back|back soon|^(?:site |website |page )?(?:is )?coming soon\b|^opening soon\b|[–|-] ?opening soon$|under construction|wartungsarbeiten|wartungsmodus|im wartungsmodus|wir sind bald zurück|^baustelle|en construction|en maintenance|en mantenimiento|en construcción|em manutenção|em construção|in manutenzione|sito in costruzione|in onderhoud|технические работы|на обслуживании|メンテナンス中|维护中|przerwa techniczna|strona w (?:prze)?budowie|prace serwisowe|bakım(?:da| çalışması| modu)|yapım aşamasında|(?:stránka|web|stránky) (?:je|jsou) (?:v|ve) (?:rekonstrukci|výstavbě|údržbě)|probíhá údržba|under (?:underhåll|uppbyggnad|vedlikehold|vedligeholdelse|konstruksjon)|huoltokatko|karbantartás alatt|în (?:construcție|mentenanță)|점검 중|đang bảo trì|temporarily unavailable|vorübergehend nicht (?:erreichbar|verfügbar)/iu,
  MAINTENANCE_WORDS,
);

export const CHALLENGE_TITLE = either(
  /^just a moment|^one moment, please|checking (?:your browser|you are)|verify(?:ing)? (?:you|that you|your browser)|are you (?:a )?(?:human|robot)|not a (?:bot|robot)\b|human verification|security (?:check|checkpoint|verification)\b|^(?:re)?captcha\b|^bot (?:detection|check|verification)\b|attention required|ddos[- ]protection|^challenge\b|^(?:just )?one more step\b|please wait\.\.\.$/iu,
  CHALLENGE_WORDS,
);

export const LOGIN_TITLE = either(
  /\b(?:log ?in|sign ?in|log ?on|login|authentication required|anmelden|anmeldung|einloggen|connexion|se connecter|iniciar sesión|acceder|accedi|inloggen|logga in|войти|вход|ログイン|登录)\b|войти|вход|ログイン|登录/iu,
  [`(?<!\\p{L})(?:${LOGIN_WORDS.join('|')})(?!\\p{L})`],
);

/** Paths of sign-in pages. */
export const LOGIN_PATH = either(
  /^\/(?:[\w.-]+\/){0,3}(?:log-?in|sign-?in|log-?on|sign_in|signin|anmelden|connexion|wp-login\.php|login\.(?:php|aspx|html?|jsp)|my\.policy|logon\.(?:aspx|html))\/?$|^\/vpn\/index\.html$|^\/dana-na\/|^\/\+CSCOE\+\//iu,
  [`^\\/(?:[\\w-]+\\/){0,3}(?:${LOGIN_SEGMENTS.join('|')})(?:\\.(?:php|html?|aspx|jsp))?\\/?$`],
);

/** CAPTCHA scripts. Contact forms also use them. */
export const CAPTCHA_SCRIPT =
  /^https?:\/\/(?:challenges\.cloudflare\.com\/turnstile|(?:js\.)?hcaptcha\.com\/|(?:www\.)?(?:google|recaptcha)\.(?:com|net)\/recaptcha\/|api\.geetest\.com\/|[\w-]+\.arkoselabs\.com\/|captcha\.)/iu;

/** The title of a domain that is for sale. Only counts next to the domain's own name. */
export const SALE_TITLE =
  /\b(?:is for sale|domain for sale|buy this domain|this (?:domain|website) is for sale|steht zum verkauf|zu verkaufen|à vendre|domain (?:is )?parked|parked domain|domain parking)\b/iu;

/** The title of a registrar's page about a domain that its owner has not renewed. */
export const EXPIRED_TITLE =
  /\b(?:this |your )?(?:domain|website)(?: name)? (?:has |is |registration has )?expired\b|^expired domain\b|\b(?:diese |ihre )?domain ist abgelaufen\b|\bdomaine (?:a )?expiré\b|\bdominio (?:ha )?caducado\b|\bdominio scaduto\b/iu;

/** The path or query of a consent page says where to go on. */
export const CONSENT_RETURN =
  /[?&](?:continue|return(?:_?(?:to|url))?|redirect(?:_?(?:to|url|uri))?|next|dest(?:ination)?|url|origin)=/iu;

/** Other words in such titles, in any notation. */
export const TITLE_FILLER =
  /\b(?:oops|sorry|whoops|uh[ -]?oh|error|http|https|page|site|website|web|the|this|that|you|your|we|is|are|was|be|been|not|no|can|cannot|could|be found|found|requested|request|url|resource|on|in|for|to|of|a|an|and|by|at|from|with|please|try|again|wait|while|soon|now|back|here|currently|temporarily|scheduled|planned|progress|mode|notice|break|status|code|access|denied|forbidden|server|internal|service|unavailable|required|needed|check|verify|verification|security|browser|human|robot|bot|required|oh|my|it|looks|like|something|went|wrong|coming|powered|404|403|500|seite|fehler|erreur|die|der|das|la|le|les|el|página|pagina|unsere|neue|der|nuestro|nuestra|sitio|nuevo|nosso|nova|novo|nostro|sito|onze|nieuwe|strona|sajt|pagină|situs|halaman)\b/giu;
