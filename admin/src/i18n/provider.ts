import { setLanguage } from '@crossdock/admin/kit'
import type { I18nProvider } from 'ra-core'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import type { Registry } from '../registry/registry.js'
import { loadCatalog } from './catalog.js'
import { hostMessages } from './host.js'
import { isolated } from './isolated.js'
import { languagesOf, nameOf } from './languages.js'

/** A provider of which screens ask for their texts. */
export interface ScreensI18nProvider extends I18nProvider {
  /** Brings the texts of all screens that have some of their own, once; always the same promise while it holds. */
  screenTexts(): Promise<void>
}

/**
 * react-admin's provider over polyglot. Holds one language at a time; another one is loaded when it is
 * chosen.
 */
export async function createI18nProvider(
  registry: Registry,
  language: string
): Promise<ScreensI18nProvider> {
  let ofScreens: Promise<void> | undefined
  const load = (locale: string) =>
    loadCatalog(
      [hostMessages, ...registry.messages, ...(ofScreens ? registry.screenMessages : [])],
      locale
    )
  const first = await load(language)
  const locales = languagesOf(registry).map((locale) => ({
    locale,
    // A browser loads these words when it is first asked for one, which takes long; few people ask.
    get name() {
      return nameOf(locale)
    },
  }))
  const polyglot = polyglotI18nProvider(
    (locale) => (locale === language && !ofScreens ? first : load(locale)),
    language,
    locales,
    // A label may be the text itself.
    { allowMissing: true }
  )
  const speak = () => {
    const locale = polyglot.getLocale()
    // Calls to the server name this language, too.
    document.documentElement.lang = locale
    setLanguage(locale, polyglot.translate('kit.justNow'))
  }
  speak()
  return {
    ...polyglot,
    translate: (key: string, values?: Record<string, unknown>) =>
      polyglot.translate(key, isolated(values)),
    async changeLocale(locale) {
      if (!locales.some((known) => known.locale === locale)) return
      await polyglot.changeLocale(locale)
      speak()
    },
    screenTexts: () =>
      (ofScreens ??= loadCatalog(registry.screenMessages, polyglot.getLocale()).then(
        // From memory now: no other language that is chosen meanwhile comes before it.
        () => polyglot.changeLocale(polyglot.getLocale()),
        (error: unknown) => {
          ofScreens = undefined
          throw error
        }
      )),
  }
}
