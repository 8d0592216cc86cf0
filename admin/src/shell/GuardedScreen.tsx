import {
  EmptyState,
  isVisible,
  PageHeader,
  usePermissions,
  type ConsoleRoute,
} from '@crossdock/admin/kit'
import { Lock } from 'lucide-react'
import { useTranslate } from 'ra-core'

/** A screen, or Access Denied for people it is not for; its code and calls then stay unloaded. */
export function GuardedScreen({ route }: { route: ConsoleRoute }) {
  const who = usePermissions()
  const translate = useTranslate()
  if (isVisible(route, who)) return <route.component />
  return (
    <>
      <PageHeader title={translate('kit.denied.title')} />
      <EmptyState icon={Lock} title={translate('kit.denied.description')} />
    </>
  )
}
