import { beginningOf } from '@crossdock/kernel/http'

type Signs = readonly [sign: RegExp, name: string][]

/** The first that fits: most browsers name those they descend from, too. */
const browsers: Signs = [
  [/\bEdg(e|A|iOS)?\//, 'Microsoft Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]

const systems: Signs = [
  [/\biPhone\b/, 'iOS'],
  [/\biPad\b/, 'iPadOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A program is named by what it says of itself. */
const program = /^[a-z][\w.-]*(?=\/|$)/i

export interface DeviceWords {
  /** null when it cannot be told. */
  browser: string | null
  system: string | null
}

/** Browser and system of a user agent by the names people know them by; a device may say anything, so this is a help and no proof. */
export function wordsOfDevice(userAgent: string | null): DeviceWords {
  const known = (signs: Signs) => signs.find(([sign]) => sign.test(userAgent ?? ''))?.[1] ?? null
  const browser = known(browsers)
  const other = /^Mozilla\b/.test(userAgent ?? '') ? null : program.exec(userAgent ?? '')?.[0]
  return { browser: browser ?? (other ? beginningOf(other, 40) : null), system: known(systems) }
}
