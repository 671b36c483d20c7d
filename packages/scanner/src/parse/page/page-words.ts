import type { PageEvidence } from '../../evidence/page.ts';

/** Gatekeeper pages have little text and few links, which are also typical of many real ones. */
export const SHORT_PAGE = { text: 4000, links: 15 };
/** So the beginning of a longer text is enough. */
const MAX_TEXT = 4096;

type Subject = PageEvidence['text_says'][number];

/** What pages of each kind say apart from their title, in the languages that we have seen. */
const SAYS: readonly [Subject, RegExp][] = [
  [
    'check',
    /\bjava ?script\b|enable cookies|cookies to continue|checking (?:your|if|the|that)|check (?:if|that) you|verif(?:y|ying) (?:that )?(?:you|your|the|this)|(?:are|not) (?:a )?(?:human|robots?|bots?)\b|\b(?:a|real) human\b|unusual (?:traffic|activity)|automated (?:traffic|requests|access)|\bray id\b|complete the|captcha|process is automatic|being redirected|before (?:accessing|you (?:can )?(?:proceed|continue))|security service|navigateur|робот|機器人|机器人|browser|brauzer|браузер|sicherheit|sécurité|seguridad|sicurezza|безопасност|человек|ブラウザ|浏览器|瀏覽器|브라우저|المتصفح|דפדפן/iu,
  ],
  [
    'refusal',
    /permission|not (?:allowed|authori[sz]ed|permitted)|administrator|your (?:ip|address|request|access|connection|country|region|activity)|not available in|(?:site|page) owner|owner of (?:this|the) (?:site|website)|reference (?:id|#|number)|\b(?:support|incident|event|attack|request|ray|case) id\b|firewall|security (?:policy|polic|rules?|system|reasons|solution)|(?:was|were|been|is|are) (?:denied|blocked|rejected|restricted|forbidden)|unauthori[sz]ed|on this server|suspicious|malicious|too many requests|berechtigung|zugriff|autorisé|autorizad|permiso|permesso|доступ|toegang|dostęp|přístup|uprawnie|erişim|acesso|permissão|الوصول|הגישה|アクセス|访问|存取|접근|เข้าถึง/iu,
  ],
  [
    'error',
    /not (?:be )?found|(?:could|can)(?:n.t| not|not) (?:be )?(?:found|find|displayed|locate)|no longer|(?:does ?n.t|does not|do ?n.t|not) exist|been (?:moved|deleted|removed)|broken link|mistyped|misspel|try again|went wrong|\berror\b|occurred|nothing (?:was )?(?:found|here)|\b(?:oops|whoops)\b|\bsorry\b|the (?:page|url|address|resource) (?:you|that)|back to (?:the )?(?:home|start|main)|introuvable|n.existe|erreur|nicht (?:gefunden|vorhanden)|existiert nicht|fehler|no (?:existe|se (?:ha )?encontr)|não (?:existe|foi|encontr)|non (?:esiste|è stata|trovat)|bestaat niet|niet gevonden|hittades inte|ikke fundet|nie (?:istnieje|znalezion)|не (?:найден|существует)|見つかりません|不存在|未找到|βρέθηκε|δεν υπάρχει|bulunamadı|nenalezen|nebyla nalezena|található|löydy|găsit|знайден|موجود|נמצא|یافت|ไม่พบ|không tìm|tidak ditemukan|찾을 수 없|找不到/iu,
  ],
  [
    'maintenance',
    /\b(?:under|undergoing|performing|scheduled|planned|routine|essential|some|for|of|our|in) maintenance|maintenance (?:mode|work|break|window|is|at)|(?:be|come|check|are) (?:right )?back\b|back (?:soon|shortly|online)|(?:working|work) (?:hard )?on (?:it|the|our|this|something)|launch|something (?:great|new|big|awesome|amazing|special|exciting)|(?:are|.re) (?:re)?building (?:a new|our|the|this|something)|stay tuned|inconvenience|coming soon|opening soon|currently (?:un|being|down|offline|updating|upgrading|working|building)|(?:under|still in|page|site) construction|new (?:web ?)?(?:site|page|shop|store|home)|neue[rsn]? (?:web|seite|internet|auftritt|shop)|entsteht|upgrad|temporarily|patien|notify me|be the first|wartung|wieder (?:da|für|erreichbar)|überarbeit|construction|bientôt|travaux|mantenimiento|construcción|pronto|manuten|breve|presto|onderhoud|binnenkort|przebudow|wkrótce|bakım|yapım|údržb|rekonstruk|underhåll|vedlike|huolto|karbantart|обслуживани|работ|скоро|メンテナンス|维护|점검|bảo trì|gewartet|im aufbau|in kürze|(?:gleich|bald|online) (?:wieder|zurück)|demnächst|prochain|retour|volv(?:emos|eremos|erá)|trabajando|voltamos|voltar|torneremo|costruzione|în curând|terug|snart|prace|przygotow|wrócimy|připrav|pripravuj|hamarosan|pian|временн|недоступ|ведутся|технічн|тимчасов|незабаром|робот|συντήρηση|επιστρέψουμε|κατασκευή|yakında|صيانة|سنعود|قريبا|تحديث|تعمیر|زودی|נחזור|תחזוק|בקרוב|वापस|रखरखाव|जल्द|ขออภัย|ปรับปรุง|เร็วๆ|pemeliharaan|kembali|segera|ra mắt|準備|工事|公開|お待ち|維護|升级|升級|建设|建設|期待|即将|即將|稍后|준비|공사|오픈/iu,
  ],
];

/**
 * A statement that the site is not there, without a title that says so. Builders and engineers write of construction and
 * maintenance, too ("esperti in manutenzione"), so it must begin the text, or be said of the site.
 */
const OF_THE_SITE =
  '(?:^\\W*|\\b(?:(?:web)?sites?|homepage|(?:web)?pages?|webshop|shop|store|we are|it is|currently|web|(?:web|internet)?seite|sitio|p[áa]gina|tienda|loja|sito|portale|webwinkel|strona|sklep|boutique)\\b[^.!?]{0,50} )';
const UNDER_WORK = [
  '(?:under|undergoing|down for|closed for) (?:\\w+ )?(?:construction|maintenance)',
  '(?:im aufbau|in wartung|in arbeit)',
  'en (?:construction|maintenance|travaux|construcción|mantenimiento)',
  'em (?:construção|manutenção)',
  'in (?:costruzione|manutenzione|onderhoud|aanbouw)',
  'w (?:prze)?budowie',
].join('|');
const UNFINISHED = new RegExp(
  [
    `${OF_THE_SITE}(?:${UNDER_WORK})(?!\\p{L})`,
    '^\\W*(?:(?:our|the) )?(?:new )?(?:(?:web ?)?(?:site|page|shop|store) )?(?:is )?(?:coming|opening|launching|launches) soon\\b',
    "\\bwe(?:[’']| wi)ll be (?:right )?back\\b",
    'wegen wartungsarbeiten|сайт (?:находится )?(?:в разработке|на реконструкции)|технические работы',
    '工事中|準備中|建设中|維護中|维护中|공사 중|준비 중',
  ].join('|'),
  'iu',
);
const MAX_UNFINISHED = 200;

/** Whether a text that has no markup, such as a response of a few words, says nothing but this. */
export function saysUnfinished(text: string): boolean {
  return lettersIn(text) <= MAX_UNFINISHED && UNFINISHED.test(text.slice(0, MAX_TEXT));
}

function lettersIn(text: string): number {
  return text.replaceAll(/[\s\p{P}]+/gu, '').length;
}

/** Collects the beginning of a page's text, to confirm that it is about what its title suggests. */
export class PageWords {
  #text = '';
  #hidden = '';

  /** @param hidden inside noscript, which only visitors without scripts read */
  add(characters: string, hidden: boolean): void {
    if (this.#text.length + this.#hidden.length >= MAX_TEXT) return;
    // White space is never passed in, so each call adds one word.
    if (hidden) this.#hidden += ` ${characters}`;
    else this.#text += ` ${characters}`;
  }

  /**
   * The title and its parts are removed first, because headings repeat them.
   * @param isShort what a longer page says is not asked: a hundred words in thirty languages take a while
   */
  facts(title: string | null, isShort: boolean): Pick<PageEvidence, 'text_says' | 'text_beside_title'> {
    const text = without(this.#text.slice(0, MAX_TEXT), title ?? '');
    return {
      text_says: isShort ? [...this.#saysBeside(text), ...(saysUnfinished(text) ? (['unfinished'] as const) : [])] : [],
      text_beside_title: lettersIn(text),
    };
  }

  #saysBeside(text: string): Subject[] {
    const all = `${text} ${this.#hidden.replaceAll(/<[^<>]*>/gu, ' ').slice(0, MAX_TEXT)}`.replaceAll(/\s+/gu, ' ');
    return SAYS.filter(([, words]) => words.test(all)).map(([subject]) => subject);
  }
}

/** Separators between the parts of a title, such as the name of the site. */
export const TITLE_PARTS = / [-–—|·•:] | ?[|»«] ?/u;

/** Writing systems without spaces, where the words of a title also occur within sentences and are rarely a name. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

function without(text: string, title: string): string {
  let rest = text.replaceAll(/\s+/gu, ' ').toLowerCase();
  for (const part of [title, ...title.split(TITLE_PARTS)].map((one) => one.toLowerCase().trim()))
    if (part.length > 2 && !UNSPACED.test(part)) rest = rest.replaceAll(part, ' ');
  return rest;
}
