import { PageBody, PageHeader, usePermissions, useSession } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useSearchParams } from 'react-router-dom'
import { PasskeyList } from './PasskeyList.js'
import { EverybodySection } from './EverybodySection.js'
import { RulesSection } from './RulesSection.js'
import { ResetSection } from './ResetSection.js'
import { SecondFactorSection } from './SecondFactorSection.js'
import { PersonSessions } from './PersonSessions.js'

/** /security: one's own sessions and passkeys; with ?userId= the sessions of somebody else. */
export default function SecurityScreen() {
  const translate = useTranslate()
  const session = useSession()
  const mayDecide = usePermissions().can('second_factors.write')
  const [params] = useSearchParams()
  const named = params.get('userId')
  const userId = named && named !== session.data?.user.id ? named : undefined
  return (
    <>
      <PageHeader
        title={translate('security.title')}
        subtitle={translate(userId ? 'security.ofPerson' : 'security.subtitle')}
      />
      <PageBody>
        <PersonSessions key={userId} userId={userId} />
        {!userId && <PasskeyList />}
        {!userId && <SecondFactorSection />}
        {mayDecide && !userId && session.data?.tenant && <EverybodySection />}
        {mayDecide && !userId && session.data?.tenant && <RulesSection />}
        {mayDecide && userId && <ResetSection userId={userId} />}
      </PageBody>
    </>
  )
}
