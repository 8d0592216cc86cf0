import type { WebhookAttempt, WebhookDeliveryDetails } from '@crossdock/client'
import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { CodeBlock, parseJson } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

export type View = 'body' | 'headers' | 'answer'
const views = ['body', 'headers', 'answer'] as const

interface ContentsProps {
  delivery: WebhookDeliveryDetails
  /** The attempt whose answer is shown. */
  shown: WebhookAttempt | undefined
  view: View
  onView: (view: View) => void
}

/** Shows the message that was sent and the answer of the receiver. */
export function Contents({ delivery, shown, view, onView }: ContentsProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.panel.${key}`, values)
  const label = text(`view.${view}`)
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, minWidth: 0 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={view}
        aria-label={text('show')}
        onChange={(_, next: View | null) => next && onView(next)}
        sx={{ '& .MuiToggleButton-root': { height: 32 } }}
      >
        {views.map((one) => (
          <ToggleButton key={one} value={one}>
            {text(`view.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {view === 'answer' ? (
        <AnswerOf shown={shown} label={label} />
      ) : view === 'body' && delivery.body === null ? (
        <Note>{text('closed')}</Note>
      ) : (
        <CodeBlock
          label={label}
          data={view === 'body' ? readable(delivery.body ?? '') : headersOf(delivery)}
        />
      )}
    </Box>
  )
}

function AnswerOf({ shown, label }: { shown: WebhookAttempt | undefined; label: string }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.panel.${key}`, values)
  if (!shown) return <Note>{text('notSent')}</Note>
  const { number, statusCode, error, answer } = shown
  return (
    <>
      <Note>{error ?? text('answered', { number, status: statusCode })}</Note>
      {answer ? (
        <CodeBlock label={label} data={readable(answer)} />
      ) : (
        statusCode !== null && <Note>{text('emptyAnswer')}</Note>
      )}
    </>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
    {children}
  </Typography>
)

const headersOf = ({ headers }: WebhookDeliveryDetails) =>
  headers.map(({ name, value }) => `${name}: ${value}`).join('\n')

/** Formats JSON with one value a line and without changing numbers; returns other text unchanged. */
function readable(text: string): string {
  try {
    return JSON.stringify(parseJson(text), null, 2)
  } catch {
    return text
  }
}
