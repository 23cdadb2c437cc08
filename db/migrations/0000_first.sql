CREATE TABLE "person_rights" (
	"person" uuid PRIMARY KEY NOT NULL,
	"may_read" boolean NOT NULL,
	"may_write" boolean NOT NULL,
	"may_administer" boolean NOT NULL,
	"set_by" uuid,
	"set_at" timestamp with time zone NOT NULL,
	CONSTRAINT "person_rights_write_reads" CHECK ("person_rights"."may_read" or not "person_rights"."may_write"),
	CONSTRAINT "person_rights_administer_writes" CHECK ("person_rights"."may_write" or not "person_rights"."may_administer")
);
--> statement-breakpoint
CREATE TABLE "logins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "people_name_length" CHECK (char_length("people"."name") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "model_responses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person" uuid NOT NULL,
	"via" text NOT NULL,
	"document" uuid NOT NULL,
	"turn" uuid NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"reserved_at" timestamp with time zone NOT NULL,
	"reserved_input_tokens" bigint NOT NULL,
	"reserved_output_tokens" bigint NOT NULL,
	"settled_at" timestamp with time zone,
	"input_tokens" bigint,
	"cached_input_tokens" bigint,
	"output_tokens" bigint,
	"reasoning_tokens" bigint,
	"estimated" boolean,
	CONSTRAINT "model_responses_settled" CHECK (("model_responses"."settled_at" is null) = ("model_responses"."input_tokens" is null))
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"document" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"author" text NOT NULL,
	"person" uuid,
	"via" text,
	"to" text NOT NULL,
	"text" text NOT NULL,
	"code" json,
	"turn" uuid,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "chat_messages_author" CHECK (("chat_messages"."author" = 'system') = ("chat_messages"."person" is null))
);
--> statement-breakpoint
CREATE TABLE "chat_parts" (
	"turn" uuid NOT NULL,
	"index" integer NOT NULL,
	"part" json NOT NULL,
	CONSTRAINT "chat_parts_turn_index_pk" PRIMARY KEY("turn","index")
);
--> statement-breakpoint
CREATE TABLE "chat_turns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"document" uuid NOT NULL,
	"repository" uuid NOT NULL,
	"message" uuid NOT NULL,
	"place" integer NOT NULL,
	"state" text NOT NULL,
	"person" uuid NOT NULL,
	"login" uuid,
	"queued_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"outcome" json,
	"lease" uuid,
	"lease_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "document_commits" (
	"document" uuid NOT NULL,
	"commit" uuid NOT NULL,
	"base" integer NOT NULL,
	"version" integer NOT NULL,
	"person" uuid NOT NULL,
	"via" text NOT NULL,
	"steps" json NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "document_commits_document_commit_pk" PRIMARY KEY("document","commit")
);
--> statement-breakpoint
CREATE TABLE "document_slugs" (
	"repository" uuid NOT NULL,
	"scope" text NOT NULL,
	"slug" text NOT NULL,
	"document" uuid NOT NULL,
	CONSTRAINT "document_slugs_repository_scope_slug_pk" PRIMARY KEY("repository","scope","slug")
);
--> statement-breakpoint
CREATE TABLE "document_snapshots" (
	"document" uuid NOT NULL,
	"version" integer NOT NULL,
	"doc" text NOT NULL,
	"milestone" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "document_snapshots_document_version_pk" PRIMARY KEY("document","version")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"repository" uuid NOT NULL,
	"parent" uuid,
	"title" text NOT NULL,
	"title_key" text NOT NULL,
	"slug" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"archived_at" timestamp with time zone,
	CONSTRAINT "documents_title_length" CHECK (char_length("documents"."title") between 1 and 120)
);
--> statement-breakpoint
CREATE TABLE "repositories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"external_key" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "logins" ADD CONSTRAINT "logins_person_people_id_fk" FOREIGN KEY ("person") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_parts" ADD CONSTRAINT "chat_parts_turn_chat_turns_id_fk" FOREIGN KEY ("turn") REFERENCES "public"."chat_turns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_turns" ADD CONSTRAINT "chat_turns_message_chat_messages_id_fk" FOREIGN KEY ("message") REFERENCES "public"."chat_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_commits" ADD CONSTRAINT "document_commits_document_documents_id_fk" FOREIGN KEY ("document") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_slugs" ADD CONSTRAINT "document_slugs_document_documents_id_fk" FOREIGN KEY ("document") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_snapshots" ADD CONSTRAINT "document_snapshots_document_documents_id_fk" FOREIGN KEY ("document") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_parent_documents_id_fk" FOREIGN KEY ("parent") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "logins_token_hash" ON "logins" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "logins_person" ON "logins" USING btree ("person");--> statement-breakpoint
CREATE UNIQUE INDEX "people_name_key" ON "people" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "model_responses_person" ON "model_responses" USING btree ("person","reserved_at");--> statement-breakpoint
CREATE INDEX "model_responses_turn" ON "model_responses" USING btree ("turn");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_sequence" ON "chat_messages" USING btree ("document","sequence");--> statement-breakpoint
CREATE INDEX "chat_turns_document" ON "chat_turns" USING btree ("document","place");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_turns_playing" ON "chat_turns" USING btree ("document") WHERE "chat_turns"."state" = 'playing';--> statement-breakpoint
CREATE INDEX "chat_turns_waiting" ON "chat_turns" USING btree ("state") WHERE "chat_turns"."state" in ('queued', 'playing');--> statement-breakpoint
CREATE UNIQUE INDEX "document_commits_base" ON "document_commits" USING btree ("document","base") WHERE "document_commits"."version" > "document_commits"."base";--> statement-breakpoint
CREATE INDEX "document_slugs_document" ON "document_slugs" USING btree ("document");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_title_key" ON "documents" USING btree ("repository","title_key");--> statement-breakpoint
CREATE INDEX "documents_updated" ON "documents" USING btree ("repository","updated_at");--> statement-breakpoint
CREATE INDEX "documents_parent" ON "documents" USING btree ("parent");--> statement-breakpoint
CREATE UNIQUE INDEX "repositories_external_key" ON "repositories" USING btree ("provider","external_key");