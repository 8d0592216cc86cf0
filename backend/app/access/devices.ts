import { beginningOf } from '@crossdock/kernel/ground'

type Signs = readonly [sign: RegExp, name: string][]

/** The first match counts, because most browsers also name the browsers they descend from. */
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

/** Programs other than browsers name themselves at the start. */
const program = /^[a-z][\w.-]*(?=\/|$)/i

export interface DeviceWords {
  /** null when the user agent does not say. */
  browser: string | null
  system: string | null
}

/**
 * The common names of browser and system of a user agent. A device can send anything, so this helps people but
 * proves nothing.
 */
export function describeDevice(userAgent: string | null): DeviceWords {
  const known = (signs: Signs) => signs.find(([sign]) => sign.test(userAgent ?? ''))?.[1] ?? null
  const browser = known(browsers)
  const other = /^Mozilla\b/.test(userAgent ?? '') ? null : program.exec(userAgent ?? '')?.[0]
  return { browser: browser ?? (other ? beginningOf(other, 40) : null), system: known(systems) }
}
