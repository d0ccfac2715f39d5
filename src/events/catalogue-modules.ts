/** The events of the modules that a church may have, and of those that are still to come. */
import { type EventEntry, object, stated, unstated } from '../resource/event.ts'

const text = { type: 'string' } as const

/** The sermon that a studio section belongs to, as far as a site needs it to find the page. */
const OF_SERMON = object({ id: { type: 'integer' }, slug: text, title: text, status: { enum: ['draft', 'published'] } })
const SECTION_KIND = { enum: ['notes', 'questions', 'devotional'] } as const
const SECTION_TITLE = { type: ['string', 'null'] } as const

const STUDIO_PUBLISHED = object({
  sermon: OF_SERMON,
  section: object({
    kind: SECTION_KIND,
    title: SECTION_TITLE,
    body: text,
    published_at: { type: 'string', format: 'date-time' },
  }),
})

const STUDIO_UNPUBLISHED = object({ sermon: OF_SERMON, section: object({ kind: SECTION_KIND, title: SECTION_TITLE }) })

const moment = { type: 'string', format: 'date-time' } as const
const person = { type: ['integer', 'null'], description: 'Who on record has the address' } as const

const INBOX_RECEIVED = object({
  id: { type: 'integer' },
  channel: { enum: ['sms', 'whatsapp'] },
  from: text,
  to: text,
  person_id: person,
  body: text,
  received_at: moment,
})

const UNSUBSCRIBED = object({
  channel: { enum: ['sms', 'whatsapp', 'email'] },
  address: text,
  person_id: person,
  by: { enum: ['reply', 'link'] },
  keyword: { type: ['string', 'null'], description: 'The word that was answered' },
  unsubscribed_at: moment,
})

const DEVICE_REGISTERED = object({
  id: { type: 'integer' },
  person_id: { type: 'integer' },
  kind: { enum: ['fcm'] },
  name: { type: ['string', 'null'] },
  created_at: moment,
})

const SETUP_STEP_DONE = object({
  step: text,
  title: text,
  skipped: { type: 'boolean', description: 'Put aside by hand instead of done' },
  done: { type: 'integer', description: 'How many steps are done or skipped, this one with them' },
  total: { type: 'integer' },
})

const SETUP_COMPLETED = object({
  total: { type: 'integer' },
  skipped: { type: 'integer', description: 'How many steps were skipped' },
  completed_at: moment,
})

const TAGGED = object({ person: { $ref: '#/components/schemas/Person' }, tag: text })

/** Events of optional and coming modules, in the order in which a screen shows them. */
export const MODULE_EVENTS = {
  'care.prayer_request_created': {
    module: 'care',
    title: 'Prayer request created',
    when: 'a prayer request was created',
    stated: false,
    data: 'PrayerRequest',
    recorded: true,
  },
  'care.pathway_completed': unstated('care', 'Pathway completed', 'a person completed a care pathway'),
  'giving.gift_received': {
    module: 'giving',
    title: 'Gift received',
    when: 'a gift was received',
    stated: false,
    data: 'Gift',
    recorded: true,
  },
  'giving.pledge_created': unstated('giving', 'Pledge created', 'a pledge was made'),
  'giving.recurring_created': unstated('giving', 'Recurring gift created', 'a recurring gift was set up'),
  'giving.recurring_cancelled': unstated('giving', 'Recurring gift cancelled', 'a recurring gift was cancelled'),
  'giving.batch_deposited': unstated('giving', 'Batch deposited', 'a batch of gifts was taken to the bank'),
  'media.sermon_published': {
    module: 'media',
    title: 'Sermon published',
    when: 'a sermon was published',
    stated: false,
    data: 'Sermon',
    recorded: true,
  },
  'media.sermon_deleted': {
    module: 'media',
    title: 'Sermon deleted',
    when: 'a sermon was deleted',
    stated: false,
    data: 'Sermon',
    recorded: true,
  },
  'media.live_started': unstated('media', 'Live stream started', 'a live stream started'),
  'media.live_ended': unstated('media', 'Live stream ended', 'a live stream ended'),
  'media.studio_published': {
    module: 'media',
    title: 'Studio section published',
    when: 'a sermon studio section (notes, questions or devotional) was published to the sermon page',
    stated: true,
    data: STUDIO_PUBLISHED,
    recorded: true,
  },
  'media.studio_unpublished': {
    module: 'media',
    title: 'Studio section unpublished',
    when: 'a sermon studio section was taken off the sermon page',
    stated: true,
    data: STUDIO_UNPUBLISHED,
    recorded: true,
  },
  'messaging.campaign_sent': unstated('messaging', 'Campaign sent', 'a campaign was sent'),
  'messaging.inbox_received': {
    module: 'messaging',
    title: 'Message received',
    when: 'a message came in',
    stated: false,
    data: INBOX_RECEIVED,
    recorded: true,
  },
  'messaging.unsubscribed': {
    module: 'messaging',
    title: 'Unsubscribed',
    when: 'a person unsubscribed from messages',
    stated: false,
    data: UNSUBSCRIBED,
    recorded: true,
  },
  'person.tag_added': {
    module: 'automations',
    title: 'Tag added',
    when: 'a tag was added to a person (person and tag)',
    stated: true,
    data: TAGGED,
    recorded: true,
  },
  'person.tag_removed': {
    module: 'automations',
    title: 'Tag removed',
    when: 'a tag was removed from a person (person and tag)',
    stated: true,
    data: TAGGED,
    recorded: true,
  },
  'automations.run_completed': stated(
    'automations',
    'Journey finished',
    'a person finished an automation journey (run and automation)',
  ),
  'ai.output_created': stated(
    'ai',
    'AI output created',
    'the AI wrote something in the writing studio (only title and template)',
  ),
  'integrations.feed_created': stated('integrations', 'Feed created', 'a spreadsheet feed was created'),
  'integrations.feed_revoked': stated('integrations', 'Feed revoked', 'a spreadsheet feed was revoked'),
  'integrations.hook_subscribed': stated(
    'integrations',
    'Trigger subscribed',
    'an automation-tool trigger subscribed to an event',
  ),
  'integrations.hook_unsubscribed': stated(
    'integrations',
    'Trigger unsubscribed',
    'an automation-tool trigger unsubscribed',
  ),
  'nativeapp.device_registered': {
    module: 'nativeapp',
    title: 'Device registered',
    when: 'a phone registered for push notifications in the native app',
    stated: true,
    data: DEVICE_REGISTERED,
    recorded: true,
  },
  'reports.emailed': stated('reports', 'Report e-mailed', 'an executive summary was e-mailed, scheduled or on demand'),
  'school.attendance_closed': stated('school', 'Session closed', 'a class closed a session (session and class)'),
  'school.promotion_applied': stated(
    'school',
    'Promotion applied',
    'the promotion was applied (promotion and how many moved)',
  ),
  'attendance.checkin': unstated('attendance', 'Checked in', 'someone was checked in'),
  'attendance.children_picked_up': unstated('attendance', 'Children picked up', 'children were picked up'),
  'attendance.pickup_flagged': unstated('attendance', 'Pick-up flagged', 'a pick-up was flagged'),
  'billing.subscription_activated': unstated('billing', 'Subscription activated', 'a subscription became active'),
  'billing.plan_changed': unstated('billing', 'Plan changed', 'the plan changed'),
  'billing.plan_expired': unstated('billing', 'Plan expired', 'the plan expired'),
  'billing.downgrade_scheduled': unstated('billing', 'Downgrade scheduled', 'a smaller plan was chosen for later'),
  'billing.extras_paused': unstated('billing', 'Extras paused', 'paid extras were paused'),
  'billing.extras_restored': unstated('billing', 'Extras restored', 'paid extras were restored'),
  'billing.sms_purchased': unstated('billing', 'SMS purchased', 'SMS units were bought'),
  'billing.enterprise_enquiry': unstated('billing', 'Enterprise enquiry', 'an enterprise plan was asked for'),
  'compete.quiz_completed': unstated('compete', 'Quiz completed', 'a quiz was completed'),
  'compete.badge_awarded': unstated('compete', 'Badge awarded', 'a badge was awarded'),
  'dashboard.setup_step_done': {
    module: 'dashboard',
    title: 'Setup step done',
    when: 'one of the first steps of a church in its console was done or skipped',
    stated: false,
    data: SETUP_STEP_DONE,
    recorded: true,
  },
  'dashboard.setup_completed': {
    module: 'dashboard',
    title: 'Setup completed',
    when: 'the last of the first steps of a church was done or skipped',
    stated: false,
    data: SETUP_COMPLETED,
    recorded: true,
  },
  'events.registered': unstated('events', 'Registered', 'someone registered for an event of the church'),
  'events.checked_in': unstated('events', 'Checked in', 'someone was checked in at an event of the church'),
  'finance.expense_approved': unstated('finance', 'Expense approved', 'an expense was approved'),
  'finance.remittance_paid': unstated('finance', 'Remittance paid', 'a remittance was paid'),
  'followup.guest_captured': unstated('followup', 'Guest captured', "a first-timer's details were taken"),
  'followup.stage_changed': unstated('followup', 'Stage changed', 'a guest moved to another stage of follow-up'),
  'followup.task_completed': unstated('followup', 'Task completed', 'a follow-up task was completed'),
  'forms.submitted': unstated('forms', 'Form submitted', 'a form was submitted'),
  'groups.join_requested': unstated('groups', 'Asked to join', 'a person asked to join a group'),
  'groups.member_added': unstated('groups', 'Member added', 'a person was added to a group'),
  'groups.members_bulk_added': unstated('groups', 'Members added', 'several people were added to a group'),
  'groups.message_posted': unstated('groups', 'Message posted', 'a message was posted in a group'),
  'groups.report_submitted': unstated('groups', 'Report submitted', 'a group handed in its report'),
  'member.registered': unstated('member', 'Member registered', 'a person registered in the member app'),
  'member.app_installed': unstated('member', 'App installed', 'a person installed the member app'),
  'member.post_published': unstated('member', 'Post published', 'a post was published in the member app'),
  'member.push_sent': unstated('member', 'Push sent', 'a push message was sent to the member app'),
  'member.testimony_submitted': unstated('member', 'Testimony submitted', 'a testimony was submitted'),
  'member.testimony_approved': unstated('member', 'Testimony approved', 'a testimony was approved'),
  'platform.announcement_published': unstated('platform', 'Announcement published', 'an announcement was published'),
  'platform.church_plan_changed': unstated('platform', "Church's plan changed", 'the plan of a church changed'),
  'platform.church_status_changed': unstated('platform', "Church's status changed", 'the status of a church changed'),
  'platform.sender_id_decided': unstated('platform', 'Sender ID decided', 'a sender ID was approved or refused'),
  'print.generated': unstated('print', 'Print generated', 'letters, labels or badges were generated'),
  'serve.assignment_accepted': unstated('serve', 'Assignment accepted', 'a person accepted an assignment'),
  'site.lead_received': unstated('site', 'Lead received', 'someone left their details on the marketing site'),
  'ussd.pay_requested': unstated('ussd', 'Payment requested', 'a payment was requested by USSD'),
  'ussd.session_ended': unstated('ussd', 'Session ended', 'a USSD session ended'),
  'website.message_received': unstated('website', 'Message received', 'a visitor of the website sent a message'),
  'website.page_published': unstated('website', 'Page published', 'a page of the website was published'),
  'website.template_applied': unstated('website', 'Template applied', 'a template was applied to the website'),
  'website.translation_created': unstated('website', 'Translation created', 'a page of the website was translated'),
} as const satisfies Record<string, EventEntry>
