import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import {
  ApiError,
  BackToPrevious,
  EmptyState,
  ErrorState,
  formatDateTime,
  PageHeader,
  PageSkeleton,
  TabbedPage,
  TabsContext,
  useRead,
  type ConsoleTab,
} from '@crossdock/admin/kit'
import { SearchX } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { lazy, useContext, type ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { POLL, webhooksPath, type Webhook } from '../model.js'
import { StatusBadge } from '../pieces/StatusBadge.js'
import { code } from '../pieces/text_style.js'
import { useRefresh } from '../pieces/use_refresh.js'
import { Actions } from './Actions.js'
import { LastDay } from './LastDay.js'
import { Stats } from './Stats.js'

const tab = (id: string, component: ConsoleTab['component']): ConsoleTab => ({
  page: 'webhook',
  id,
  label: `webhooks.tabs.${id}`,
  component,
})

/** These tabs come before those of other plugins. They load with the screen to keep the initial load small. */
const ownTabs = [
  tab(
    'deliveries',
    lazy(() => import('../deliveries/DeliveriesTab.js'))
  ),
  tab(
    'events',
    lazy(() => import('./EventsTab.js'))
  ),
  tab(
    'secrets',
    lazy(() => import('./SecretsTab.js'))
  ),
  tab(
    'receiver',
    lazy(() => import('./ReceiverTab.js'))
  ),
]

/** /webhooks/:webhookId: one webhook with its deliveries. */
export default function WebhookScreen() {
  const translate = useTranslate()
  const { webhookId = '' } = useParams()
  const webhook = useRead<Webhook>(['webhooks', webhookId], { refetchInterval: POLL })
  const back = <BackToPrevious to={webhooksPath}>{translate('webhooks.page.back')}</BackToPrevious>
  if (webhook.isPending) return <PageSkeleton />
  if (webhook.error) {
    const isMissing = webhook.error instanceof ApiError && webhook.error.status === 404
    return (
      <>
        <PageHeader title={translate('webhooks.title')} above={back} />
        {isMissing ? (
          <EmptyState
            icon={SearchX}
            title={translate('webhooks.page.missing')}
            description={translate('webhooks.page.missingText')}
          />
        ) : (
          <ErrorState error={webhook.error} onRetry={() => void webhook.refetch()} />
        )}
      </>
    )
  }
  return <WebhookPage webhook={webhook.data} back={back} />
}

function WebhookPage({ webhook, back }: { webhook: Webhook; back: ReactNode }) {
  const translate = useTranslate()
  const [search] = useSearchParams()
  const tabs = [...ownTabs, ...useContext(TabsContext)]
  useRefresh(`webhooks/${webhook.id}`, 5_000)
  const open = search.get('tab')
  return (
    <TabsContext value={tabs}>
      <TabbedPage
        page="webhook"
        title={webhook.name}
        badge={<StatusBadge webhook={webhook} />}
        subtitle={
          <>
            {webhook.description && (
              <Box component="span" sx={{ display: 'block' }}>
                {webhook.description}
              </Box>
            )}
            <Box component="span" sx={code}>
              {webhook.url}
            </Box>
          </>
        }
        label={translate('webhooks.tabsLabel')}
        record={webhook}
        above={back}
        fewActions
        actions={<Actions webhook={webhook} />}
        afterTabs={(open === null || open === 'deliveries') && <LastDay webhook={webhook} />}
      >
        <Notice webhook={webhook} />
        <Stats webhook={webhook} />
      </TabbedPage>
    </TabsContext>
  )
}

/** Says why nothing is sent, or that Crossdock will disable the webhook if failures continue. */
function Notice({ webhook }: { webhook: Webhook }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.page.${key}`, values)
  const { status, disabledReason, failingSince } = webhook
  if (status === 'disabled') {
    return (
      <Alert severity="error">
        {disabledReason ?? text('disabled')} {text('howToGoOn')}
      </Alert>
    )
  }
  if (status === 'paused') return <Alert severity="info">{text('paused')}</Alert>
  if (status !== 'failing') return null
  return (
    <Alert severity="warning">
      {text('failing', { time: failingSince ? formatDateTime(failingSince) : '–' })}
    </Alert>
  )
}
