#include "benchmarks/box2d/world.hpp"

#include <stdexcept>

#ifdef TACTUS_BENCH_BOX2D
#include <box2d/box2d.h>

#include "tactus/reactions/residual.hpp"
#endif

namespace tactus::bench {

#ifdef TACTUS_BENCH_BOX2D

namespace {

constexpr Real kScale = 10;  // Box2D's metres in a metre

b2Vec2 scaled(const Vec<2>& p) {
  return {static_cast<float>(kScale * p[0]), static_cast<float>(kScale * p[1])};
}
Vec<2> real(const b2Vec2& v) { return Vec<2>(v.x, v.y); }

void add_fixture(b2Body& body, const b2Shape& shape) {
  b2FixtureDef fixture;
  fixture.shape = &shape;
  fixture.density = static_cast<float>(kDensity / (kScale * kScale));
  fixture.friction = static_cast<float>(kFriction);  // of two alike, Box2D's mean is the same
  body.CreateFixture(&fixture);
}

void add_wall(b2World& world, const Vec<2>& low, const Vec<2>& high) {
  b2BodyDef definition;
  definition.position = scaled((low + high) / 2);
  b2PolygonShape box;
  const b2Vec2 half = scaled((high - low) / 2);
  box.SetAsBox(half.x, half.y);
  add_fixture(*world.CreateBody(&definition), box);
}

b2Body* add_body(b2World& world, const Shape& shape) {
  b2BodyDef definition;
  definition.type = b2_dynamicBody;
  definition.position = scaled(shape.at);
  b2Body* body = world.CreateBody(&definition);
  if (shape.corners.empty()) {
    b2CircleShape circle;
    circle.m_radius = static_cast<float>(kScale * shape.radius);
    add_fixture(*body, circle);
    return body;
  }
  std::vector<b2Vec2> corners;
  for (const Vec<2>& corner : shape.corners) corners.push_back(scaled(corner));
  b2PolygonShape polygon;
  polygon.Set(corners.data(), static_cast<int32>(corners.size()));
  add_fixture(*body, polygon);
  return body;
}

/// Mass, inertia about the centre of mass, and the motion of a body at one of its points.
struct Side {
  const b2Body* body;
  Vec<2> arm;
  Side(const b2Body* b, const Vec<2>& point) : body(b), arm(point - real(b->GetWorldCenter())) {}

  Vec<2> velocity() const {
    const Real spin = body->GetAngularVelocity();
    return real(body->GetLinearVelocity()) + spin * Vec<2>(-arm[1], arm[0]);
  }
  /// How much of W along a direction this side has, 1/kg.
  Real lightness(const Vec<2>& direction) const {
    if (body->GetType() == b2_staticBody) return 0;
    const Real mass = body->GetMass();
    const Real inertia = body->GetInertia() - mass * real(body->GetLocalCenter()).squaredNorm();
    const Real moment = arm[0] * direction[1] - arm[1] * direction[0];
    return 1 / mass + moment * moment / inertia;
  }
};

/// A point of contact as Box2D sees it before it solves.
struct Point {
  b2Contact* contact;
  int number;  ///< of the points of this contact
  Side a, b;
  Vec<2> normal;  ///< from a to b

  /// m/s in Box2D's metres.
  Real residual() const {
    const Vec<2> tangent(normal[1], -normal[0]);
    const Vec<2> u = b.velocity() - a.velocity();
    const b2ManifoldPoint& impulse = contact->GetManifold()->points[number];
    const Real U[] = {normal.dot(u), tangent.dot(u)};
    const Real R[] = {impulse.normalImpulse, impulse.tangentImpulse};
    const std::vector<Real> W{a.lightness(normal) + b.lightness(normal), 0, 0,
                              a.lightness(tangent) + b.lightness(tangent)};
    const std::vector<Real> friction{kFriction};
    ReactionProblem p{.dim = 2, .contacts = 1};
    p.delassus_diagonal = W;
    p.friction = friction;
    return std::sqrt(squared_residual<2>(p, 0, U, R));
  }
};

class Listener final : public b2ContactListener {
 public:
  void PreSolve(b2Contact* contact, const b2Manifold*) override {
    b2WorldManifold where;
    contact->GetWorldManifold(&where);
    for (int k = 0; k < contact->GetManifold()->pointCount; ++k) {
      const Vec<2> at = real(where.points[k]);
      points_.push_back({contact, k, Side(contact->GetFixtureA()->GetBody(), at),
                         Side(contact->GetFixtureB()->GetBody(), at), real(where.normal)});
    }
  }
  Real largest_residual() const {
    Real out = 0;
    for (const Point& point : points_) out = std::max(out, point.residual());
    return out / kScale;
  }

 private:
  std::vector<Point> points_;
};

}  // namespace

struct Box2DWorld::Parts {
  b2World world{b2Vec2(0, static_cast<float>(-kScale* kGravity))};
  std::vector<b2Body*> bodies;
  Sweeps sweeps;

  void step() { world.Step(static_cast<float>(kStep), sweeps.velocity, sweeps.position); }
};

Box2DWorld::Box2DWorld(const Pile& pile, Sweeps sweeps) : parts_(std::make_unique<Parts>()) {
  b2World& world = parts_->world;
  world.SetAllowSleeping(false);
  world.SetContinuousPhysics(false);
  parts_->sweeps = sweeps;
  add_wall(world, {-1, -1}, {pile.width + 1, 0});
  add_wall(world, {-1, 0}, {0, pile.height});
  add_wall(world, {pile.width, 0}, {pile.width + 1, pile.height});
  for (const Shape& shape : pile.bodies) parts_->bodies.push_back(add_body(world, shape));
}
Box2DWorld::~Box2DWorld() = default;

void Box2DWorld::step() { parts_->step(); }

Real Box2DWorld::step_with_residual() {
  Listener listener;
  parts_->world.SetContactListener(&listener);
  parts_->step();
  parts_->world.SetContactListener(nullptr);
  return listener.largest_residual();
}

std::vector<Pose> Box2DWorld::poses() const {
  std::vector<Pose> out;
  for (const b2Body* body : parts_->bodies)
    out.push_back({real(body->GetWorldCenter()) / kScale, body->GetAngle()});
  return out;
}

bool box2d_is_installed() { return true; }

#else

struct Box2DWorld::Parts {};
Box2DWorld::Box2DWorld(const Pile&, Sweeps) { throw std::logic_error("Box2D is not installed"); }
Box2DWorld::~Box2DWorld() = default;
void Box2DWorld::step() {}
Real Box2DWorld::step_with_residual() { return 0; }
std::vector<Pose> Box2DWorld::poses() const { return {}; }
bool box2d_is_installed() { return false; }

#endif

}  // namespace tactus::bench
