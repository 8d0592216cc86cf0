import vine from '@vinejs/vine'

export const pageQuery = vine.create({
  page: vine.number().withoutDecimals().min(1).max(100_000).optional(),
})
