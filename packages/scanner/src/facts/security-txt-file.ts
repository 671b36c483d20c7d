import { securityTxtState } from '../parse/security-txt/security-txt-found.ts';
import { defineFact } from './fact.ts';

export default defineFact({
  name: 'security_txt_file',
  needs: ['security_txt'],
  optional: ['seen'],
  compute: ({ security_txt, seen }) => securityTxtState(security_txt, seen?.page),
});
