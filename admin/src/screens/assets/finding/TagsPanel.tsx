import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Badge, Section, useAction, usePermissions } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { TagField } from './TagField.js'

/** The tags of a file or folder. Each change is saved immediately. */
export default function TagsPanel({ asset }: { asset: Asset }) {
  const translate = useTranslate()
  const canWrite = usePermissions().can('assets.write') && asset.trashedAt === null
  const text = (key: string) => translate(`assets.tags.${key}`)
  // Sends only additions and removals, because other people may change tags at the same time.
  const save = useAction<Asset[], { add: string[]; remove: string[] }>(
    (change) => ({ path: 'assets/bulk', body: { action: 'tag', ids: [asset.id], ...change } }),
    { invalidates: ['assets', 'tags'], error: { fallback: text('failed') } }
  )
  // The chosen tags, shown until the stored tags are reloaded or the server refuses the change.
  const [chosen, setChosen] = useState<string[]>()
  const underWay = useRef(0)
  useEffect(() => {
    if (underWay.current === 0) setChosen(undefined)
  }, [asset.tags])
  const tags = chosen ?? asset.tags
  const change = async (next: string[]) => {
    const add = next.filter((tag) => !tags.includes(tag))
    const remove = tags.filter((tag) => !next.includes(tag))
    if (add.length === 0 && remove.length === 0) return
    setChosen(next)
    underWay.current += 1
    await save.mutateAsync({ add, remove }).catch(() => setChosen(undefined))
    underWay.current -= 1
  }
  return (
    <Section title={text('title')}>
      {canWrite ? (
        <TagField label={text('add')} value={tags} onChange={(next) => void change(next)} />
      ) : tags.length > 0 ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
          {tags.map((tag) => (
            <Badge key={tag} variant="secondary">
              {tag}
            </Badge>
          ))}
        </Box>
      ) : (
        <Typography color="textSecondary">{text('none')}</Typography>
      )}
    </Section>
  )
}
