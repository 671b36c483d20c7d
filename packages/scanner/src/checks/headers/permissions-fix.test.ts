import { expect, it } from 'vitest';
import type { HeaderFields } from '../../evidence/http.ts';
import { pageOf } from '../../../test/page-of.ts';
import { judged } from '../../../test/evidence.ts';
import check from './permissions-policy.ts';

const REST = 'camera=(), microphone=(), geolocation=(), payment=(), usb=()';

/** Permissions Policy §5.2, and §9.2 for what the owner allows. */
it.each<[HeaderFields, string]>([
  [[], REST],
  // What the owner allows stays allowed.
  [
    [['Permissions-Policy', 'camera=(self "https://meet.test"), geolocation=*']],
    'camera=(self "https://meet.test"), geolocation=(self), microphone=(), payment=(), usb=()',
  ],
  [
    [['Permissions-Policy', 'fullscreen=*, payment=*, interest-cohort=()']],
    'fullscreen=*, payment=(self), camera=(), microphone=(), geolocation=(), usb=()',
  ],
  // The syntax of Feature-Policy, under either name.
  [
    [['Permissions-Policy', "camera 'none'; geolocation 'self' https://maps.test; vibrate 'none'"]],
    'camera=(), geolocation=(self "https://maps.test"), microphone=(), payment=(), usb=()',
  ],
  [
    [['Feature-Policy', "microphone 'self'; autoplay *"]],
    'microphone=(self), autoplay=*, camera=(), geolocation=(), payment=(), usb=()',
  ],
  [
    [['Permissions-Policy', 'camera=();microphone=(self)']],
    'camera=(), microphone=(self), geolocation=(), payment=(), usb=()',
  ],
  [[['Permissions-Policy', 'nonsense!']], REST],
])('%j', (headers, fix) => {
  expect(judged(check, { headers })?.fix).toBe(fix);
});

it.each<[string, string]>([
  // Apple Pay and Google Pay in a frame of the provider ask for it.
  ['<script src="https://js.stripe.com/v3/"></script>', 'camera=(), microphone=(), geolocation=(), usb=()'],
  [
    '<script src="https://www.paypal.com/sdk/js?client-id=x"></script>',
    'camera=(), microphone=(), geolocation=(), usb=()',
  ],
  [
    '<script src="https://maps.googleapis.com/maps/api/js?key=x"></script>',
    'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
  ],
  ['<p>Hello</p>', REST],
])('a service on the page keeps what it needs: %s', (html, fix) => {
  expect(judged(check, { page: pageOf(html) })?.fix).toBe(fix);
});
