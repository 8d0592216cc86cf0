import { EmptyState, PageHeader, usePermissions } from '@crossdock/admin/kit'
import { Lock } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Management } from './Management.js'

/**
 * /admin/environments: environments of all tenants, for the super administrator. Other people see a refusal,
 * and nothing is read.
 */
export default function EnvironmentsScreen() {
  const translate = useTranslate()
  if (usePermissions().isSuperAdmin) return <Management />
  return (
    <>
      <PageHeader title={translate('kit.denied.title')} />
      <EmptyState icon={Lock} title={translate('environments.denied')} />
    </>
  )
}
