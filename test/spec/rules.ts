/** The spec's tables of endpoints, parameters, errors, scopes, limits and events, as data. */

/** Method, path below /api/v1, scope (spec, Endpoints; `PUT` and `POST` on a person: People, rule 5). */
export const ENDPOINTS: [method: string, path: string, scope: string][] = [
  ['GET', '/people', 'people:read'],
  ['GET', '/people/{id}', 'people:read'],
  ['POST', '/people', 'people:write'],
  ['PATCH', '/people/{id}', 'people:write'],
  ['PUT', '/people/{id}', 'people:write'],
  ['POST', '/people/{id}', 'people:write'],
  ['GET', '/families', 'families:read'],
  ['GET', '/families/{id}', 'families:read'],
  ['POST', '/families', 'families:write'],
  ['GET', '/branches', 'branches:read'],
  ['GET', '/funds', 'funds:read'],
  ['GET', '/contributions', 'contributions:read'],
  ['GET', '/contributions/{id}', 'contributions:read'],
  ['POST', '/contributions', 'contributions:write'],
  ['POST', '/messages', 'messages:write'],
  ['GET', '/messages', 'messages:read'],
  ['GET', '/prayer_requests', 'prayer_requests:read'],
  ['GET', '/prayer_requests/{id}', 'prayer_requests:read'],
  ['POST', '/prayer_requests', 'prayer_requests:write'],
  ['GET', '/gifts', 'gifts:read'],
  ['GET', '/gifts/{id}', 'gifts:read'],
  ['GET', '/sermons', 'sermons:read'],
  ['GET', '/sermons/{id}', 'sermons:read'],
]

/** Authentication, rule 4. */
export const SCOPES = [
  'people:read',
  'people:write',
  'families:read',
  'families:write',
  'branches:read',
  'funds:read',
  'contributions:read',
  'contributions:write',
  'messages:read',
  'messages:write',
  'prayer_requests:read',
  'prayer_requests:write',
  'gifts:read',
  'sermons:read',
]

/** Query parameters of the lists, by resource; `page` and `per_page` are everywhere. */
export const PARAMETERS: Record<string, readonly string[]> = {
  people: [
    'status',
    'branch_id',
    'family_id',
    'q',
    'email',
    'phone',
    'updated_since',
    'created_since',
    'include_deleted',
    'sort',
  ],
  families: ['q', 'branch_id', 'updated_since'],
  branches: [],
  funds: ['active'],
  contributions: [
    'from',
    'to',
    'fund_id',
    'person_id',
    'method',
    'source',
    'status',
    'branch_id',
    'updated_since',
    'sort',
  ],
  messages: ['channel', 'status', 'person_id', 'source', 'updated_since'],
  prayer_requests: ['updated_since'],
  gifts: ['updated_since'],
  sermons: ['updated_since'],
}

/** Allowed values of `sort`. */
export const SORTS: Record<string, readonly string[]> = {
  people: ['id', '-id', 'updated_at', '-updated_at', 'last_name'],
  contributions: ['id', '-id', 'given_on', '-given_on'],
}

/** Errors: code → status. `invalid_…` codes of parameters are made from their names. */
export const ERROR_CODES: Record<string, number> = {
  invalid_json: 400,
  unauthorized: 401,
  invalid_api_key: 401,
  insufficient_scope: 403,
  api_disabled: 403,
  church_inactive: 403,
  plan_limit_reached: 403,
  not_found: 404,
  unknown_resource: 404,
  method_not_allowed: 405,
  duplicate_reference: 409,
  idempotency_key_reused: 409,
  validation_failed: 422,
  send_failed: 422,
  recipient_skipped: 422,
  rate_limited: 429,
  resource_error: 500,
  // Decisions, Requests and Success codes.
  invalid_idempotency_key: 400,
  payload_too_large: 413,
  unsupported_media_type: 415,
  service_unavailable: 503,
}

/** Codes of a resource that may not be there yet, by that resource. */
export const CODES_OF: Record<string, string> = { send_failed: 'messages', recipient_skipped: 'messages' }

/** Events with stated triggers: name → "Sent when". */
export const EVENTS: Record<string, string> = {
  ping: 'only when a test event is requested',
  'person.created': 'a person was added',
  'person.updated': "a person's details changed (`previous` has old values)",
  'person.deleted': 'a person was removed',
  'person.merged': 'two duplicate records were merged',
  'person.status_changed': "a person's status changed",
  'person.tag_added': 'a tag was added to a person (person and tag)',
  'person.tag_removed': 'a tag was removed from a person (person and tag)',
  'contribution.recorded': 'a gift was recorded: online, manual, imported or via the API',
  'contribution.voided': 'a gift was voided',
  'message.sent': 'an SMS, e-mail, WhatsApp, voice or push message was sent',
  'payment.succeeded': 'an online payment succeeded',
  'payment.failed': 'an online payment failed',
  'attendance.recorded': 'attendance for a service or meeting was recorded',
  'user.invited': 'a team member was invited',
  'api.key_created': 'an API key was created (the key itself is never included)',
  'api.key_revoked': 'an API key was revoked',
  'ai.output_created': 'the AI wrote something in the writing studio (only title and template)',
  'automations.run_completed': 'a person finished an automation journey (run and automation)',
  'integrations.feed_created': 'a spreadsheet feed was created',
  'integrations.feed_revoked': 'a spreadsheet feed was revoked',
  'integrations.hook_subscribed': 'an automation-tool trigger subscribed to an event',
  'integrations.hook_unsubscribed': 'an automation-tool trigger unsubscribed',
  'media.studio_published': 'a sermon studio section (notes, questions or devotional) was published to the sermon page',
  'media.studio_unpublished': 'a sermon studio section was taken off the sermon page',
  'nativeapp.device_registered': 'a phone registered for push notifications in the native app',
  'reports.emailed': 'an executive summary was e-mailed, scheduled or on demand',
  'school.attendance_closed': 'a class closed a session (session and class)',
  'school.promotion_applied': 'the promotion was applied (promotion and how many moved)',
}

/** Events that the operations of this service cause already. */
export const CAUSED = [
  'person.created',
  'person.updated',
  'person.deleted',
  'person.merged',
  'person.status_changed',
  'contribution.recorded',
  'contribution.voided',
  'api.key_created',
  'api.key_revoked',
]

/** Events without a stated trigger. */
export const EVENTS_WITHOUT_TRIGGER = `
api.webhook_gone x.y attendance.checkin attendance.children_picked_up attendance.pickup_flagged
billing.downgrade_scheduled billing.enterprise_enquiry billing.extras_paused billing.extras_restored
billing.plan_changed billing.plan_expired billing.sms_purchased billing.subscription_activated care.pathway_completed
care.prayer_request_created compete.badge_awarded compete.quiz_completed dashboard.setup_completed
dashboard.setup_step_done events.checked_in events.registered finance.expense_approved finance.remittance_paid
followup.guest_captured followup.stage_changed followup.task_completed forms.submitted giving.batch_deposited
giving.gift_received giving.pledge_created giving.recurring_cancelled giving.recurring_created groups.join_requested
groups.member_added groups.members_bulk_added groups.message_posted groups.report_submitted imports.completed
imports.undone media.live_ended media.live_started media.sermon_deleted media.sermon_published member.app_installed
member.post_published member.push_sent member.registered member.testimony_approved member.testimony_submitted
messaging.campaign_sent messaging.inbox_received messaging.unsubscribed people.imported person.merging
platform.announcement_published platform.church_plan_changed platform.church_status_changed
platform.sender_id_decided print.generated serve.assignment_accepted site.lead_received ussd.pay_requested
ussd.session_ended website.message_received website.page_published website.template_applied
website.translation_created`
  .trim()
  .split(/\s+/)
