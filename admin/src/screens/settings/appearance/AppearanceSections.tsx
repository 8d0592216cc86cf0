import { PageBody } from '@crossdock/admin/kit'
import { LanguageSection } from './LanguageSection.js'
import { ThemeSection } from './ThemeSection.js'

/** How the console shows itself to whoever looks; chosen, it holds at once, and wherever they sign in. */
export default function AppearanceSections() {
  return (
    <PageBody>
      <LanguageSection />
      <ThemeSection />
    </PageBody>
  )
}
