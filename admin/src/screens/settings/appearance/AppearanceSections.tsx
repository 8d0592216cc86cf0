import { PageBody } from '@crossdock/admin/kit'
import { LanguageSection } from './LanguageSection.js'
import { ThemeSection } from './ThemeSection.js'

/** The console's appearance for this person. Changes apply immediately, wherever they sign in. */
export default function AppearanceSections() {
  return (
    <PageBody>
      <LanguageSection />
      <ThemeSection />
    </PageBody>
  )
}
