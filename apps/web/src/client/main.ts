import '../style/base.css';
import '../style/form.css';
import '../style/report.css';
import '../style/evidence.css';
import '../style/shop.css';
import '../style/print.css';
import { enableCopy } from './copy.ts';
import { enablePrint, openForPrint } from './print.ts';
import { enableScanForm } from './scan-form.ts';
import { fillComplianceToken } from './token-field.ts';
import { enableVerify } from './verify.ts';

document.documentElement.classList.add('js');
enableScanForm();
enableCopy();
openForPrint();
enablePrint();
enableVerify();
fillComplianceToken();
