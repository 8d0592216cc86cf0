import type { Branding } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Section, useToast } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useRef, useState, type DragEvent } from 'react'
import { useSaveBrand } from './use_save.js'

const mostBytes = 512 * 1024
const types = 'image/png,image/jpeg,image/webp'

/** The logo, dropped or chosen; it is saved at once. */
export function LogoSection({ branding: { logo } }: { branding: Branding }) {
  const translate = useTranslate()
  const toast = useToast()
  const text = (key: string) => translate(`branding.logo.${key}`)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const path = 'tenant/branding/logo'
  const save = useSaveBrand<File>(text('saved'), (body) => ({ path, method: 'PUT', body }))
  const remove = useSaveBrand<void>(text('removed'), () => ({ path, method: 'DELETE' }))
  const busy = save.isPending || remove.isPending

  const take = (file: File | undefined) => {
    if (!file || busy) return
    if (file.size > mostBytes) return toast({ kind: 'destructive', title: text('large') })
    save.mutate(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <Section
      title={text('title')}
      description={text('text')}
      actions={
        logo && (
          <Button size="small" color="error" disabled={busy} onClick={() => remove.mutate()}>
            {text('remove')}
          </Button>
        )
      }
    >
      <Box
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 2,
          p: 2,
          border: '1px dashed',
          borderRadius: 2,
          borderColor: (theme) => (isOver ? theme.palette.accent : theme.palette.surface.border),
        }}
      >
        {logo && (
          <Box sx={{ p: 1, borderRadius: 1.5, bgcolor: '#fff', lineHeight: 0 }}>
            <Box
              component="img"
              src={logo}
              alt={text('current')}
              sx={{ height: 56, maxWidth: 224, objectFit: 'contain' }}
            />
          </Box>
        )}
        <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 160px' }}>
          {text('none')}
        </Typography>
        <Button variant="outlined" disabled={busy} onClick={() => input.current?.click()}>
          {text('choose')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept={types}
          aria-label={text('choose')}
          onChange={({ target }) => {
            take(target.files?.[0])
            // Choosing the same file again has to count as a change.
            target.value = ''
          }}
        />
      </Box>
    </Section>
  )
}
