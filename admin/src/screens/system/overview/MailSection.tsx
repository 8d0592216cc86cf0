import type { MailTest, System } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  Fact,
  Facts,
  formatDuration,
  mono,
  Section,
  useAction,
  useOnce,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** The mail server, and a test email that shows the server's answer. */
export function MailSection({ mail }: { mail: System['mail'] }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`system.mail.${key}`, values)
  const test = useAction<MailTest>(() => ({ path: 'system/mail-test' }), {
    invalidates: ['system'],
    error: { fallback: text('failed') },
  })
  const once = useOnce(true, test.isPending)
  const { data: answer } = test
  return (
    <Section title={text('title')}>
      <Facts>
        <Fact label={text('server')}>{mail.server ?? text('files')}</Fact>
        <Fact label={text('from')}>{mail.from}</Fact>
      </Facts>
      <Button
        variant="outlined"
        sx={{ mt: 2 }}
        // Only aria-disabled, because a disabled button loses the focus.
        aria-disabled={test.isPending || undefined}
        // Ignore the second half of a double click, even after a fast answer.
        onClick={({ detail }) => detail < 2 && once(() => test.mutate())}
      >
        {text(test.isPending ? 'testing' : 'test')}
      </Button>
      {/* Screen readers announce the answer. */}
      <Box aria-live="polite" sx={{ mt: answer ? 2 : 0 }}>
        {answer?.accepted && (
          <Alert severity="success">
            {text(mail.server ? 'accepted' : 'written', {
              to: answer.to,
              time: formatDuration(answer.tookMs),
            })}
          </Alert>
        )}
        {answer && !answer.accepted && (
          <Alert severity="error">
            {text('refused')}
            <Box sx={{ mt: 0.5, fontFamily: mono, overflowWrap: 'anywhere' }}>{answer.message}</Box>
          </Alert>
        )}
      </Box>
    </Section>
  )
}
