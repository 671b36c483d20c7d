/**
 * Titles of such pages in other languages than English, each alternative a pattern. They count only on short pages whose
 * text is about the same subject (`general-page.ts`).
 */

export const MAINTENANCE_WORDS = [
  '(?:^|[–|-] ?)(?:launching|available) soon$',
  // German
  'wir sind (?:gleich|bald|in kürze) (?:wieder )?(?:da|zurück|online)',
  'wird (?:gerade |derzeit )?(?:gewartet|überarbeitet)',
  '(?:seite|site|homepage|shop) (?:ist |befindet sich )?(?:im aufbau|in (?:arbeit|bearbeitung|überarbeitung))',
  '^im aufbau',
  '^hier entsteht',
  '^demnächst',
  // French
  'bientôt (?:disponible|en ligne|de retour)',
  '^prochainement',
  'de retour (?:bientôt|très vite)',
  // Spanish, Portuguese, Italian, Romanian
  '^próximamente',
  'volvemos (?:pronto|enseguida)',
  '^(?:em breve|brevemente)',
  'voltamos (?:já|em breve|logo)',
  '^prossimamente',
  'torn(?:iamo|eremo) (?:presto|subito)',
  '^în curând',
  // Dutch, Swedish, Danish, Norwegian, Finnish
  '(?:site|pagina|shop) (?:is )?in (?:opbouw|aanbouw|ontwikkeling)',
  '^binnenkort',
  'we zijn (?:zo|snel|straks|binnenkort) (?:weer )?terug',
  '^kommer snart',
  '^(?:tulossa pian|avataan pian)',
  // Polish, Czech, Slovak, Hungarian
  'wracamy (?:wkrótce|niebawem)',
  'strona w (?:przygotowaniu|trakcie)',
  '^(?:wkrótce|już wkrótce)',
  '(?:plánovaná )?odstávka',
  'připravujeme|pripravujeme',
  'fejlesztés alatt|^hamarosan',
  // Russian, Ukrainian, Bulgarian
  'техническ\\p{L}{2,3} (?:работ|обслуживани)',
  'сайт (?:временно )?(?:недоступен|на реконструкции|в разработке)',
  '^скоро (?:открытие|откроемся|вернемся|вернёмся)',
  'технічн\\p{L}{1,3} (?:робот|обслуговуванн)|на обслуговуванні',
  'в процес на (?:поддръжка|разработка)',
  // Greek, Turkish
  'υπό (?:συντήρηση|κατασκευή)',
  '^çok yakında',
  // Arabic, Persian, Hebrew
  '(?:تحت|قيد) (?:الصيانة|الإنشاء|التطوير)|^قريبا|نعود قريبا',
  'در (?:دست|حال) (?:تعمیر|ساخت|به.?روزرسانی)|به زودی',
  'בתחזוקה|בבנייה|^בקרוב',
  // Hindi, Thai, Indonesian, Malay, Vietnamese
  'रखरखाव|निर्माणाधीन|जल्द (?:ही )?आ रह',
  'ปิดปรับปรุง|กำลังปรับปรุง|เร็วๆ ?นี้',
  '(?:dalam|sedang) (?:pemeliharaan|perbaikan|pengembangan|penyelenggaraan|pembaikan)|^segera hadir',
  'sắp ra mắt',
  // Japanese, Chinese, Korean
  '準備中|工事中|近日(?:公開|オープン)',
  '維護|升级中|升級中|建设中|建設中|即将(?:上线|推出)|即將(?:上線|推出)|敬请期待|敬請期待',
  '준비 ?중|공사 ?중|오픈 ?예정',
];

export const LOGIN_WORDS = [
  'iniciar sesi[oó]n|inicio de sesi[oó]n|ingresar|acceso (?:clientes|usuarios)',
  'entrar|iniciar sessão|acesso (?:ao sistema|restrito)',
  'accedi|accesso|autenticazione',
  'autentificare|conectare',
  'aanmelden|inloggen',
  'logga in|inloggning|log ind|logg inn|logg på|kirjaudu(?: sisään)?|kirjautuminen|innskráning',
  'logowanie|zaloguj(?: się)?|přihlášení|přihlásit(?: se)?|prihlásenie|prihlásiť sa|bejelentkezés|belépés',
  'prijava|prisijungti|pieslēgties|logi sisse|sisene',
  'giriş(?: yap)?|oturum aç(?:ma)?|kullanıcı girişi',
  'авторизация|увійти|вхід|авторизація',
  'σύνδεση|είσοδος',
  'تسجيل الدخول|ورود|התחברות|כניסה',
  'लॉग ?इन|साइन ?इन|เข้าสู่ระบบ|đăng nhập|log masuk',
  'サインイン|登錄|登入|로그인',
];

/** Last segments of paths of sign-in pages. */
export const LOGIN_SEGMENTS = [
  'iniciar-?sesion|inicio-?sesion|ingresar|acceder|acceso|entrar|acesso|accedi|accesso',
  'inloggen|aanmelden|logga-?in|log-?ind|logg-?inn|kirjaudu|logowanie|zaloguj|prihlaseni|prihlasit|prihlasenie',
  'bejelentkezes|belepes|autentificare|conectare|prijava|giris|oturum-ac|vhod|voyti|dang-nhap|masuk|einloggen|seconnecter|se-connecter',
];

export const ERROR_WORDS = [
  'σελίδα δεν βρέθηκε|sayfa bulunamadı|stránka (?:nebyla nalezena|nenalezena)|az oldal nem található|sivua ei löy(?:dy|tynyt)',
  'pagina nu (?:a fost găsită|există)|сторінк\\p{L}{1,2} не знайден|الصفحة غير موجودة|הדף לא נמצא|صفحه (?:یافت|پیدا) نشد',
  'ไม่พบหน้า|không tìm thấy trang|halaman tidak ditemukan|페이지를 찾을 수 없|頁面不存在|找不到(?:頁面|网页|該頁)|siden finnes ikke',
];

export const BLOCK_WORDS = [
  'toegang geweigerd|odmowa dostępu|brak dostępu|přístup (?:odepřen|zamítnut)|åtkomst nekad|adgang nægtet|ingen tilgang|pääsy (?:estetty|kielletty)',
  'erişim (?:engellendi|reddedildi)|доступ (?:запрещ[её]н|заборонен|ограничен|закрыт)|acesso negado|acces (?:interzis|refuzat)',
  'تم رفض الوصول|الوصول مرفوض|הגישה נדחתה|アクセス(?:が)?(?:拒否|できません|制限)|访问被拒绝|禁止访问|存取被拒|접근(?:이)? (?:거부|제한|차단)|ปฏิเสธการเข้าถึง',
];

export const CHALLENGE_WORDS = [
  "^(?:einen moment|un momento|um momento|un instant|een (?:moment|ogenblik)|chwileczkę|okamžik|ett ögonblik|et øjeblik|bir dakika|один момент|подождите)(?:,? (?:bitte|por favor|s[’']il vous pla[iî]t|alstublieft|proszę|prosím|tack|lütfen|пожалуйста))?(?:…|\\.{3})?$",
  'しばらくお待ちください|请稍候|請稍候|잠시만 기다리|^لحظة(?:…|\\.{3})?$|^רק רגע(?:…|\\.{3})?$',
  'sicherheits(?:überprüfung|prüfung)|vérification de sécurité|verificación de seguridad|проверка (?:безопасности|браузера)|安全验证|安全驗證|人机验证|보안 확인',
];
