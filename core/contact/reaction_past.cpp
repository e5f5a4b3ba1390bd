#include "core/contact/reaction_past.hpp"

#include "core/support/named_fields.hpp"

namespace tactus::core {

ReactionPast::ReactionPast(int dim, const PairLaws& laws, std::vector<Real> solver_history,
                           View<std::int32_t> vertex_body)
    : memory_(dim, laws, std::move(solver_history)), touches_(vertex_body) {
  if (dim == 3) frames_.emplace();
}

void ReactionPast::begin() {
  touches_.begin();
  fresh_.clear();
}

void ReactionPast::add(bool touches, View<Index> stencil) {
  fresh_.push_back(touches && touches_.add(stencil) ? 1 : 0);
}

void ReactionPast::accept(const ReactionData& data, const ReactionRows& rows, Real normal) {
  if (normal > 0) largest_normal_ = normal;
  memory_.keep(data);
  if (frames_)
    frames_->keep(data.key, View<Real>(rows.frame).first(9 * data.key.size()),
                  [&](const ContactKey& key) { return memory_.remembers(key); });
  touches_.accept();
}

void ReactionPast::save(Archive& archive) const {
  memory_.save(archive);
  if (frames_) frames_->save(archive);
  touches_.save(archive);
  archive.write("largest_normal", View<Real>(&largest_normal_, 1));
}

void ReactionPast::load(Archive& archive) {
  memory_.load(archive);
  if (frames_) frames_->load(archive);
  touches_.load(archive);
  FieldReader{archive}("largest_normal", largest_normal_);
}

}  // namespace tactus::core
