import { PageBody } from '@crossdock/admin/kit'
import { CallbackAddress } from './CallbackAddress.js'
import { ProviderList } from './ProviderList.js'

/** The identity providers of the organization. */
export default function SsoSections() {
  return (
    <PageBody>
      <ProviderList />
      <CallbackAddress />
    </PageBody>
  )
}
