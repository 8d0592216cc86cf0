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

/** Where mail goes, and a try of it that says what the server said. */
export function MailSection({ mail }: { mail: System['mail'] }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`system.mail.${key}`, values)
  const test = useAction<MailTest>(() => ({ path: 'system/mail-test' }), {
    invalidates: ['system'],
    error: { fallback: text('failed') },
  })
  const once = useOnce(true, test.isPending)
  const { data: told } = test
  return (
    <Section title={text('title')}>
      <Facts>
        <Fact label={text('server')}>{mail.server ?? text('files')}</Fact>
        <Fact label={text('from')}>{mail.from}</Fact>
      </Facts>
      <Button
        variant="outlined"
        sx={{ mt: 2 }}
        // Only said: one that really is disabled loses the focus.
        aria-disabled={test.isPending || undefined}
        // Nor by the second half of a double click, however fast the answer was.
        onClick={({ detail }) => detail < 2 && once(() => test.mutate())}
      >
        {text(test.isPending ? 'testing' : 'test')}
      </Button>
      {/* Told as it comes. */}
      <Box aria-live="polite" sx={{ mt: told ? 2 : 0 }}>
        {told?.accepted && (
          <Alert severity="success">
            {text(mail.server ? 'accepted' : 'written', {
              to: told.to,
              time: formatDuration(told.tookMs),
            })}
          </Alert>
        )}
        {told && !told.accepted && (
          <Alert severity="error">
            {text('refused')}
            <Box sx={{ mt: 0.5, fontFamily: mono, overflowWrap: 'anywhere' }}>{told.message}</Box>
          </Alert>
        )}
      </Box>
    </Section>
  )
}
