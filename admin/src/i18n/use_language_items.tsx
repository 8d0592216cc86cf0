import { LanguageItem } from './LanguageItem.js'
import { useLanguages } from './use_languages.js'

/** The languages as menu items. Not a component, because a menu handles keys for its direct children. */
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
