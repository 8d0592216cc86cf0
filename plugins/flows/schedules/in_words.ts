/**
 * A cron expression in words. The library brings the words of all languages, so it is loaded at the first use.
 * @param language a tag such as `de`; English stands in for a language that the library does not know
 * @returns null for an expression that it cannot read
 */
export async function inWords(cron: string, language: string): Promise<string | null> {
  const { default: library } = await import('cronstrue/i18n.js')
  const cronstrue = library.default
  const locale = language.split('-')[0]!
  const known = locale in cronstrue.locales ? locale : 'en'
  try {
    return cronstrue.toString(cron, { locale: known })
  } catch {
    return null
  }
}
