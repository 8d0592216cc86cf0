import { PageBody } from '@crossdock/admin/kit'
import { PasskeyList } from './PasskeyList.js'
import { PersonSessions } from './PersonSessions.js'
import { SecondFactorSection } from './SecondFactorSection.js'

/** The person's own sessions, passkeys and second factor. */
export default function OwnSecurity() {
  return (
    <PageBody>
      <PersonSessions />
      <PasskeyList />
      <SecondFactorSection />
    </PageBody>
  )
}
