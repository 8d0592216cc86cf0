import { PageBody } from '@crossdock/admin/kit'
import { EveryoneSection } from './EveryoneSection.js'
import { RulesSection } from './RulesSection.js'

/** The rules by which all people of the organization sign in, for people who may change the rules. */
export default function OrganizationSecurity() {
  return (
    <PageBody>
      <EveryoneSection />
      <RulesSection />
    </PageBody>
  )
}
