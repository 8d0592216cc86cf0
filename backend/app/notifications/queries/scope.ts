import { asOperator, currentContext } from '@crossdock/kernel/tenancy'
import { Notice } from '../models/notice.js'
import { Notification } from '../models/notification.js'
import { NotificationSetting } from '../models/notification_setting.js'
import { OperatorNotice } from '../models/operator_notice.js'
import { OperatorNotification } from '../models/operator_notification.js'
import { OperatorNotificationSetting } from '../models/operator_notification_setting.js'

const tenantTables = { Notice, Notification, NotificationSetting }

/** Models with the same columns, except those that only a tenant's rows have. */
const operatorTables = {
  Notice: OperatorNotice,
  Notification: OperatorNotification,
  NotificationSetting: OperatorNotificationSetting,
} as unknown as typeof tenantTables

/** The tables of the context's notifications: the tenant's, or in operator scope the operator's. */
export const contextTables = (): typeof tenantTables =>
  currentContext().operator ? operatorTables : tenantTables

/**
 * Runs `work` on the caller's notifications. Super administrators have the same notifications in every tenant they
 * work in.
 */
export const inOwnScope = <T>(work: () => Promise<T>): Promise<T> =>
  currentContext().caller.isSuperAdmin
    ? asOperator('notifications of operators belong to no tenant', work)
    : work()
