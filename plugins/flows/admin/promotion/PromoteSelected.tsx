import type { Workflow } from '@crossdock/client'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Icon, lazyPart, useSelectedRecords } from '@crossdock/admin/kit'
import { ArrowRightLeft } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { usePromotionEnvironments } from './use_promotion_environments.js'

const PromoteDialog = lazyPart(() => import('./PromoteDialog.js'))

/** Maximum number of workflows in one promotion. */
const most = 50

/** Promotes the selected workflows; hidden when there is no other environment. */
export function PromoteSelected() {
  const translate = useTranslate()
  const places = usePromotionEnvironments()
  const workflows = useSelectedRecords<Workflow>()
  const { onUnselectItems } = useListContext()
  const [isOpen, setOpen] = useState(false)
  if (!places) return null
  const label = translate('flows.workflows.action.promote')
  const isTooMany = workflows.length > most
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        startIcon={<Icon icon={ArrowRightLeft} />}
        disabled={workflows.length === 0 || isTooMany}
        title={label}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isTooMany && (
        <Typography variant="body2" color="textSecondary">
          {translate('flows.promotion.tooMany', { most })}
        </Typography>
      )}
      {isOpen && (
        <PromoteDialog
          places={places}
          workflows={workflows}
          onPromoted={() => onUnselectItems()}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
