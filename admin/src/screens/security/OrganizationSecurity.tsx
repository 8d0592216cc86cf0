import { PageBody } from '@crossdock/admin/kit'
import { EverybodySection } from './EverybodySection.js'
import { RulesSection } from './RulesSection.js'

/** How everybody of the organization signs in; for who may decide it. */
export default function OrganizationSecurity() {
  return (
    <PageBody>
      <EverybodySection />
      <RulesSection />
    </PageBody>
  )
}
