import type { Usage } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  EnvironmentChoice,
  ErrorState,
  Icon,
  lazyPart,
  PageBody,
  PageHeader,
  PageSkeleton,
  useDialogAddress,
  useEnvironments,
  useRead,
} from '@crossdock/admin/kit'
import { Send } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { LargestUsers } from './LargestUsers.js'
import { LastDays } from './LastDays.js'
import { Limits } from './Limits.js'

const AskDialog = lazyPart(() => import('./AskDialog.js'))

/** Polling interval (ms), because the server sends no events about usage. */
const POLL = 60_000

/** /usage: the organization's usage of its limits, the last 30 days, and the people who store the most. */
export default function UsageScreen() {
  const translate = useTranslate()
  const text = (key: string) => translate(`environments.ownUsage.${key}`)
  const { environments, chosen } = useEnvironments()
  const asking = useDialogAddress('ask')
  const usage = useRead<Usage>('tenant/usage', { refetchInterval: POLL })
  const own = usage.data?.environments.find(({ environmentId }) => environmentId === chosen?.id)
  const days = usage.data?.days.filter(({ environmentId }) => environmentId === chosen?.id) ?? []
  return (
    <>
      <PageHeader
        title={translate('environments.usageMenu')}
        actions={
          <>
            {environments.length > 1 && <EnvironmentChoice />}
            <Button
              variant="contained"
              startIcon={<Icon icon={Send} />}
              onClick={() => asking.open('any')}
            >
              {text('ask')}
            </Button>
          </>
        }
      />
      {usage.error && !usage.data ? (
        <ErrorState error={usage.error} onRetry={() => void usage.refetch()} />
      ) : own ? (
        <PageBody>
          <Limits meters={own.meters} onRequestMore={asking.open} />
          <LastDays days={days} />
          <LargestUsers />
        </PageBody>
      ) : (
        <PageSkeleton />
      )}
      {own && asking.value !== null && (
        <AskDialog environment={own} meter={asking.value} onClose={asking.close} />
      )}
    </>
  )
}
