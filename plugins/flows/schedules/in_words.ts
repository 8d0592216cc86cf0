/**
 * Describes a cron expression in words. The library is loaded at the first use, because it contains all
 * languages.
 * @param language a tag such as `de`; English is used for a language that the library does not support
 * @returns null for an expression that the library cannot read
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
