import { LanguageItem } from './LanguageItem.js'
import { useLanguages } from './use_languages.js'

/** The languages as entries of a menu. Not a component: a menu walks through its own children by keys. */
export function useLanguageItems(onClose: () => void) {
  const { languages, language, choose } = useLanguages()
  return languages.map(({ locale, name }) => (
    <LanguageItem
      key={locale}
      locale={locale}
      name={name}
      chosen={locale === language}
      onClick={() => {
        onClose()
        choose(locale)
      }}
    />
  ))
}
