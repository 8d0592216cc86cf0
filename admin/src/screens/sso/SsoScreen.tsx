import { EmptyState, PageBody, PageHeader, useSession } from '@crossdock/admin/kit'
import { Building2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { CallbackAddress } from './CallbackAddress.js'
import { ProviderList } from './ProviderList.js'

/** /single-sign-on: the identity providers people of this organization sign in by. */
export default function SsoScreen() {
  const translate = useTranslate()
  const session = useSession()
  const hasTenant = !session.data || session.data.tenant
  return (
    <>
      <PageHeader title={translate('sso.title')} subtitle={translate('sso.subtitle')} />
      {hasTenant ? (
        <PageBody>
          <ProviderList />
          <CallbackAddress />
        </PageBody>
      ) : (
        <EmptyState
          icon={Building2}
          title={translate('sso.noTenant.title')}
          description={translate('sso.noTenant.text')}
        />
      )}
    </>
  )
}
