/** The message's colors. The light ones are on each element, because some programs read nothing else. */
export const LIGHT = {
  page: '#f4f7fa',
  card: '#ffffff',
  band: '#0d1f2d',
  onBand: '#ffffff',
  ink: '#16202c',
  soft: '#46566a',
  line: '#dde4ec',
  accent: '#0f6e6b',
  onAccent: '#ffffff',
  well: '#f0f3f7',
} as const;

const DARK: Record<keyof typeof LIGHT, string> = {
  page: '#0b1218',
  card: '#15202a',
  band: '#123043',
  onBand: '#e8eef4',
  ink: '#e8eef4',
  soft: '#a8b6c4',
  line: '#33424f',
  accent: '#63c9c4',
  onAccent: '#08201f',
  well: '#0e1820',
};

/**
 * Colors for mail programs in dark mode; `!important` because inline styles take precedence.
 * react-email sets the page's background on a table cell as well as on the body.
 */
export const DARK_STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.m-page,.m-page>table>tbody>tr>td{background-color:${DARK.page}!important}
.m-card{background-color:${DARK.card}!important}
.m-band{background-color:${DARK.band}!important}
.m-name{color:${DARK.onBand}!important}
.m-text{color:${DARK.ink}!important}
.m-soft{color:${DARK.soft}!important}
.m-rule{border-color:${DARK.line}!important}
.m-action{color:${DARK.onAccent}!important;background-color:${DARK.accent}!important}
.m-secret{color:${DARK.ink}!important;background-color:${DARK.well}!important;border-left-color:${DARK.accent}!important}
}`;
