import { securityTxtState } from '../parse/security-txt/security-txt-found.ts';
import { defineFact } from './fact.ts';

export default defineFact({
  name: 'security_txt_file',
  needs: ['security_txt'],
  compute: ({ security_txt }) => securityTxtState(security_txt),
});
