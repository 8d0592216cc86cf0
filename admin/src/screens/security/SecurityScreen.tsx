import { PageBody, PageHeader, usePermissions, useSession } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Navigate, useSearchParams } from 'react-router-dom'
import { PersonSessions } from './PersonSessions.js'
import { ResetSection } from './ResetSection.js'

/** /security?userId=: the sessions of another person. One's own are in the settings. */
export default function SecurityScreen() {
  const translate = useTranslate()
  const session = useSession()
  const mayDecide = usePermissions().can('second_factors.write')
  const [params] = useSearchParams()
  const userId = params.get('userId')
  if (!userId || userId === session.data?.user.id) {
    return <Navigate to="/settings?tab=security" replace />
  }
  return (
    <>
      <PageHeader title={translate('security.title')} subtitle={translate('security.ofPerson')} />
      <PageBody>
        <PersonSessions key={userId} userId={userId} />
        {mayDecide && <ResetSection userId={userId} />}
      </PageBody>
    </>
  )
}
