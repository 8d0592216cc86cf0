import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Badge, mono, type BadgeVariant } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { stepOf, type PromotedItem } from './model.js'

const looks: Record<string, BadgeVariant> = { create: 'success', update: 'info', same: 'secondary' }

/** What a promotion does with each system, endpoint and workflow, with the differences. */
export function PlanItems({ items }: { items: readonly PromotedItem[] }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.promotion.${key}`, values)
  return (
    <Box
      component="ul"
      aria-label={text('items')}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid' }}
    >
      {items.map(({ kind, name, sourceId, action, byName, changes }) => (
        <Box
          component="li"
          key={`${kind} ${sourceId}`}
          sx={{ py: 1.25, borderTop: 1, borderColor: 'divider', minWidth: 0 }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{name}</Typography>
              <Typography variant="body2" color="textSecondary">
                {[text(`kind.${kind}`, { _: kind }), byName && text('byName')]
                  .filter(Boolean)
                  .join(' · ')}
              </Typography>
            </Box>
            <Badge variant={looks[action] ?? 'outline'}>
              {text(`action.${action}`, { _: action })}
            </Badge>
          </Box>
          {changes.length > 0 && <Changes changes={changes} />}
        </Box>
      ))}
    </Box>
  )
}

function Changes({ changes }: Pick<PromotedItem, 'changes'>) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, mt: 1, display: 'grid', gap: 0.75 }}>
      {changes.map((change) => (
        <Box
          component="li"
          key={change.field}
          sx={{ minWidth: 0, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}
        >
          <ChangeText change={change} />
        </Box>
      ))}
    </Box>
  )
}

/** An added or removed step as a sentence; other fields with their old and new value. */
function ChangeText({ change }: { change: PromotedItem['changes'][number] }) {
  const translate = useTranslate()
  const step = stepOf(change)
  if (step) return translate(`flows.promotion.${step.what}`, step)
  const unset = translate('flows.promotion.unset')
  return (
    <>
      <Typography variant="body2" color="textSecondary">
        {change.field}
      </Typography>
      <Box sx={{ fontFamily: mono }}>
        <Box component="del" sx={{ color: 'text.secondary' }}>
          {change.from ?? unset}
        </Box>
        {' → '}
        <Box component="ins" sx={{ textDecoration: 'none' }}>
          {change.to ?? unset}
        </Box>
      </Box>
    </>
  )
}
