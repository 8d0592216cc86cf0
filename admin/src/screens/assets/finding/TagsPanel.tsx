import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Badge, Section, useAction, usePermissions } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { TagField } from './TagField.js'

/** The tags of a file or folder; each change is kept at once. */
export default function TagsPanel({ asset }: { asset: Asset }) {
  const translate = useTranslate()
  const canWrite = usePermissions().can('assets.write') && asset.trashedAt === null
  const text = (key: string) => translate(`assets.tags.${key}`)
  const save = useAction<Asset, string[]>(
    (tags) => ({ path: `assets/${asset.id}/tags`, method: 'PUT', body: { tags } }),
    { invalidates: ['assets', 'tags'], error: { fallback: text('failed') } }
  )
  // Until the answer is there what was chosen is shown, and after a refusal what there is.
  const tags = save.isPending ? save.variables : asset.tags
  return (
    <Section title={text('title')}>
      {canWrite ? (
        <TagField label={text('add')} value={tags} onChange={(next) => save.mutate(next)} />
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
