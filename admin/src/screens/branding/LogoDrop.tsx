import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Section, useToast } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useRef, useState, type DragEvent } from 'react'

const mostBytes = 512 * 1024
const types = 'image/png,image/jpeg,image/webp'

interface LogoDropProps {
  title: string
  text: string
  /** Alternative text of the picture. */
  current: string
  logo: string | null
  save: { isPending: boolean; mutate: (file: File) => void }
  remove: { isPending: boolean; mutate: () => void }
}

/** A logo that is dropped or chosen, and saved immediately. */
export function LogoDrop({ title, text: about, current, logo, save, remove }: LogoDropProps) {
  const translate = useTranslate()
  const toast = useToast()
  const text = (key: string) => translate(`branding.logo.${key}`)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
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
      title={title}
      description={about}
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
              alt={current}
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
            // Otherwise choosing the same file again would not fire a change.
            target.value = ''
          }}
        />
      </Box>
    </Section>
  )
}
