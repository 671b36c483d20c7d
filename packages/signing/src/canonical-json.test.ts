import { describe, expect, it } from 'vitest';
import { canonicalJson, wellFormed } from './canonical-json.ts';

const double = (hex: string) => Buffer.from(hex, 'hex').readDoubleBE();

describe('RFC 8785', () => {
  it('§3.2.2: literals, strings and numbers of the example', () => {
    const input = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`) as unknown;
    expect(canonicalJson(input)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        String.raw`"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('§3.2.3: members in the order of UTF-16 code units, digits among them', () => {
    const input = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    expect(canonicalJson(input)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis",' +
        '"€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    );
    expect(canonicalJson({ 9: 1, 10: 2, __proto__x: 3, a: { b: 1, B: 2 } })).toBe(
      '{"10":2,"9":1,"__proto__x":3,"a":{"B":2,"b":1}}',
    );
  });

  // Appendix B: IEEE 754 bit patterns and their text.
  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('appendix B: %s is %s', (hex, text) => {
    expect(canonicalJson(double(hex))).toBe(text);
  });

  it.each([
    ['NaN', double('7fffffffffffffff')],
    ['Infinity', double('7ff0000000000000')],
    ['a lone surrogate', 'half \ud83d'],
    ['a lone surrogate in a name', { '\udc00': 1 }],
    ['a function', () => 1],
    ['undefined in an array', [undefined]],
  ])('refuses %s', (_name, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  it('leaves out members that are undefined', () => {
    expect(canonicalJson({ b: undefined, a: [] })).toBe('{"a":[]}');
  });
});

it('replaces a lone surrogate, and copies nothing where there is none', () => {
  const whole = { a: ['😀', { b: 1 }] };
  expect(wellFormed(whole)).toBe(whole);
  expect(wellFormed({ a: ['x\ud83d', 1, null], 'k\udc00': true })).toEqual({
    a: ['x\ufffd', 1, null],
    'k\ufffd': true,
  });
});
