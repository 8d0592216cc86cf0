import Button from '@mui/material/Button'
import { ConfirmDialog, Section, useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

/** Resets the second factor of a person who has lost their devices, for people with that permission. */
export function ResetSection({ userId }: { userId: string }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`security.reset.${key}`)
  const [asks, setAsks] = useState(false)
  const reset = useAction(() => ({ path: `users/${userId}/second-factor`, method: 'DELETE' }), {
    invalidates: ['sessions', 'users'],
    success: { title: text('done') },
    error: { fallback: translate('security.failed') },
    onSuccess: () => setAsks(false),
  })
  return (
    <Section title={text('title')} description={text('text')}>
      <Button variant="outlined" color="error" onClick={() => setAsks(true)}>
        {text('action')}
      </Button>
      <ConfirmDialog
        open={asks}
        destructive
        title={text('sure')}
        description={text('sureText')}
        confirmLabel={text('action')}
        pending={reset.isPending}
        onConfirm={() => reset.mutate()}
        onClose={() => setAsks(false)}
      />
    </Section>
  )
}
